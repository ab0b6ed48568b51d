import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#design/button.tsx'
import type { Status } from '#features/campaigns/terms.ts'
import { m } from '#messages'
import { type LiveEvent, useLive } from '#platform/client/live.ts'
import { mayChat } from '../policy.ts'
import { chatTopic } from '../terms.ts'
import { chatBegun } from './api.ts'
import type { ChatCampaign } from './chat-box.tsx'
import { chatEventOf } from './chat-event.ts'

const ChatBox = lazy(() => import('./chat-box.tsx').then((part) => ({ default: part.ChatBox })))

/** A campaign's live chat. Renders only a line until there are messages or the reader opens it; then loads its code when it is visible. */
export function Chat({ campaign }: { campaign: ChatCampaign & { status: Status } }) {
  const isActive = mayChat(campaign)
  const { data: hasMessages = false, refetch } = useQuery({ ...chatBegun(campaign.id), enabled: isActive })
  const [isOpened, setOpened] = useState(false)
  const place = useRef<HTMLElement>(null)
  const isSeen = useSeen(place)
  const isOpen = isActive && (isOpened || hasMessages)
  return (
    <section ref={place} aria-labelledby="chat" className="print:hidden">
      <div className={isOpen ? 'border-t-2 border-ink pt-4' : 'flex min-h-12 items-center gap-x-3 border-y border-line'}>
        <h2 id="chat" className={isOpen ? 'type-title text-2xl' : 'type-label shrink-0'}>
          {m.chat_title()}
        </h2>
        {!isActive && <p className="text-sm text-muted">{m.chat_not_active()}</p>}
        {isActive && !isOpen && <ChatLine campaignId={campaign.id} isSeen={isSeen} onOpen={() => setOpened(true)} onStream={() => void refetch()} />}
      </div>
      {isOpen && (
        <div className="mt-3 flex h-125 flex-col overflow-hidden rounded-md border border-line bg-raised">
          {isSeen && (
            <Suspense fallback={null}>
              <ChatBox campaign={campaign} />
            </Suspense>
          )}
          <noscript>
            <p className="p-4">{m.chat_needs_script()}</p>
          </noscript>
        </div>
      )}
    </section>
  )
}

type ChatLineProps = { campaignId: string; isSeen: boolean; onOpen: () => void; onStream: () => void }

/** The number of new messages, and the button that opens the chat. */
function ChatLine({ campaignId, isSeen, onOpen, onStream }: ChatLineProps) {
  const [said, setSaid] = useState<ReadonlySet<string>>(new Set())
  const count = ({ data }: LiveEvent) => {
    const event = chatEventOf(data)
    if (event && 'said' in event) setSaid((before) => new Set([...before, event.said.id]))
  }
  useLive(isSeen ? [chatTopic(campaignId)] : [], count, onStream)
  return (
    <>
      <p role="status" className="min-w-0 text-sm text-muted tabular-nums">
        {said.size > 0 && m.chat_new({ count: said.size })}
      </p>
      <noscript>
        <p className="text-sm text-muted">{m.chat_needs_script()}</p>
      </noscript>
      <Button tone="quiet" size="sm" className="ms-auto" aria-label={m.chat_open_named()} onClick={onOpen}>
        {m.chat_open()}
      </Button>
    </>
  )
}

/** True after the element has been visible once. */
function useSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [place])
  return isSeen
}
