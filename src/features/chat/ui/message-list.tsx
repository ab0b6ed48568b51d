import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Button, PillButton } from '#design/button.tsx'
import { Spinner } from '#design/spinner.tsx'
import { useNow } from '#design/time.tsx'
import type { ModerationDecision } from '#features/moderation/terms.ts'
import { m } from '#messages'
import type { ChatMessage } from '../contract.ts'
import type { ChatState } from './chat-state.ts'
import { DayName } from './day-name.tsx'
import { Message, MessageOnItsWay } from './message.tsx'
import { countAfter, rowsOf } from './message-rows.ts'
import { useScroll } from './use-scroll.ts'

type Author = { id: string; name: string; avatarUrl: string | null }

type MessageListProps = {
  state: ChatState
  viewer: Author | null
  mayRemove: (message: ChatMessage) => boolean
  onRemove: (message: ChatMessage) => Promise<void>
  onModerate: (id: string, decision: ModerationDecision) => Promise<void>
  /** Loads earlier messages; resolves to false if that failed. */
  onOlder: () => Promise<boolean>
  onAtEnd: () => void
}

/** The messages in a scroll box, oldest first. New ones are scrolled into view while the reader is at the end. */
export function MessageList({ state, viewer, mayRemove, onRemove, onModerate, onOlder, onAtEnd }: MessageListProps) {
  const { messages, sending, older } = state
  const now = useNow()
  const [olderFailed, setOlderFailed] = useState(false)
  const [lastSeen, setLastSeen] = useState<ChatMessage | null>(null)
  const requestOlder = () => void onOlder().then((came) => setOlderFailed(!came))
  const { box, onScroll, toEnd, isAtEnd } = useScroll({
    content: `${messages.length} ${messages.at(-1)?.id} ${messages[0]?.id} ${sending?.body}`,
    onTop: requestOlder,
  })
  const newest = messages.at(-1) ?? null

  const remove = useCallback(
    async (message: ChatMessage) => {
      await onRemove(message)
      // Moves the focus if the focused button was removed with its message.
      if (document.activeElement === document.body) box.current?.focus({ preventScroll: true })
    },
    [onRemove, box],
  )
  useEffect(() => {
    if (!isAtEnd) return
    setLastSeen(newest)
    onAtEnd()
  }, [isAtEnd, newest, onAtEnd])
  // Scrolls to the message that the viewer has just sent.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each message that is sent
  useEffect(() => {
    if (sending) toEnd()
  }, [sending])
  // Loads more if the messages do not fill the box, because then it cannot be scrolled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each page
  useEffect(() => {
    const element = box.current
    if (element && older !== 'none' && messages.length > 0 && element.scrollHeight <= element.clientHeight) requestOlder()
  }, [older])

  const isThere = sending?.isRetry && messages.some(({ author, body }) => author.id === viewer?.id && body === sending.body)
  const unseen = isAtEnd ? 0 : countAfter(messages, { last: lastSeen, viewerId: viewer?.id ?? null })
  return (
    <div className="relative min-h-0 grow">
      <div
        ref={box}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a focusable box can be scrolled by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={m.chat_messages()}
        className="relative h-full overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        {older !== 'none' && (
          <div className="grid min-h-11 place-items-center py-2 text-sm text-muted">
            {olderFailed ? (
              <Button size="sm" onClick={requestOlder}>
                {m.design_try_again()}
              </Button>
            ) : (
              <Spinner label={m.chat_earlier()} className="size-5" />
            )}
          </div>
        )}
        {older === 'none' && messages.length > 0 && <p className="px-3 pt-3 text-center text-xs text-muted">{m.chat_beginning()}</p>}
        <ol className="pb-3">
          {rowsOf(messages).map((row) =>
            row.kind === 'day' ? (
              <DayName key={row.key} date={row.date} now={now} />
            ) : (
              <Message
                key={row.key}
                message={row.message}
                isMore={row.isMore}
                isMine={row.message.author.id === viewer?.id}
                now={now}
                onRemove={mayRemove(row.message) ? remove : null}
                onModerate={onModerate}
              />
            ),
          )}
          {sending && viewer && !isThere && <MessageOnItsWay body={sending.body} name={viewer.name} avatarUrl={viewer.avatarUrl} />}
        </ol>
      </div>
      {unseen > 0 && (
        <div className="absolute inset-x-0 bottom-2 grid place-items-center">
          <PillButton onClick={toEnd}>
            <ArrowDown className="size-4" aria-hidden="true" />
            {m.chat_new({ count: unseen })}
          </PillButton>
        </div>
      )}
    </div>
  )
}
