import { useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import type { ChatMessage } from '../contract.ts'
import { countAfter } from './message-rows.ts'

const everyMs = 5_000

/** Says aloud what others wrote: a few words at most every five seconds, and of many only how many. */
export function SpokenNews({ messages, viewerId }: { messages: readonly ChatMessage[]; viewerId: string | null }) {
  const [words, setWords] = useState('')
  const newest = messages.at(-1)
  const spokenTo = useRef<ChatMessage | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(messages)
  latest.current = messages

  useEffect(() => {
    if (!newest) return
    // What was there at the beginning is read, not told.
    spokenTo.current ??= newest
    if (spokenTo.current === newest || timer.current !== undefined) return
    function speak() {
      timer.current = undefined
      const all = latest.current
      const count = countAfter(all, { last: spokenTo.current, viewerId })
      const last = all.findLast(({ author }) => author.id !== viewerId)
      spokenTo.current = all.at(-1) ?? spokenTo.current
      if (count > 0 && last) setWords(count === 1 ? m.chat_spoken({ name: last.author.name, body: last.body }) : m.chat_new({ count }))
    }
    timer.current = setTimeout(speak, everyMs)
  }, [newest, viewerId])
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  )
}
