import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Status } from '#features/campaigns/terms.ts'
import { m } from '#messages'
import { mayChat } from '../policy.ts'
import type { ChatCampaign } from './chat-box.tsx'

const ChatBox = lazy(() => import('./chat-box.tsx').then((part) => ({ default: part.ChatBox })))

/** A campaign's live chat: its place at once, the chat itself once it is seen. */
export function Chat({ campaign }: { campaign: ChatCampaign & { status: Status } }) {
  const isOpen = mayChat(campaign)
  return (
    <section aria-labelledby="chat" className="border-t-2 border-ink pt-4">
      <h2 id="chat" className="type-title text-2xl">
        {m.chat_title()}
      </h2>
      {isOpen ? <ChatPlace campaign={campaign} /> : <p className="mt-3 text-muted">{m.chat_not_active()}</p>}
    </section>
  )
}

function ChatPlace({ campaign }: { campaign: ChatCampaign }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={place} className="mt-3 flex h-125 flex-col overflow-hidden rounded-md border border-line bg-raised">
      {isSeen && (
        <Suspense fallback={null}>
          <ChatBox campaign={campaign} />
        </Suspense>
      )}
      <noscript>
        <p className="p-4">{m.chat_needs_script()}</p>
      </noscript>
    </div>
  )
}
