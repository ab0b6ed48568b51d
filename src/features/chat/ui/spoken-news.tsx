import { useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import type { ChatMessage } from '../contract.ts'
import { countAfter } from './message-rows.ts'

const everyMs = 5_000

/** Announces other people's messages to screen readers, at most every five seconds: a single one with its text, several as a number. */
export function SpokenNews({ messages, viewerId }: { messages: readonly ChatMessage[]; viewerId: string | null }) {
  const [words, setWords] = useState('')
  const newest = messages.at(-1)
  const announcedTo = useRef<ChatMessage | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(messages)
  latest.current = messages

  useEffect(() => {
    if (!newest) return
    // Does not announce the messages that were loaded first.
    announcedTo.current ??= newest
    if (announcedTo.current === newest || timer.current !== undefined) return
    function announce() {
      timer.current = undefined
      const all = latest.current
      const count = countAfter(all, { last: announcedTo.current, viewerId })
      const last = all.findLast(({ author }) => author.id !== viewerId)
      announcedTo.current = all.at(-1) ?? announcedTo.current
      if (count > 0 && last) setWords(count === 1 ? m.chat_spoken({ name: last.author.name, body: last.body }) : m.chat_new({ count }))
    }
    timer.current = setTimeout(announce, everyMs)
  }, [newest, viewerId])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  )
}
