import type { LiveHub } from '#platform/server/live/hub.ts'
import type { ChatEvent, ChatMessage } from '../contract.ts'
import { chatTopic } from '../terms.ts'

type Notified = { campaignId: string; event: ChatEvent; name: string }

/** Publishes to all pages that have this chat open. An event whose name was published before is dropped. */
export function publishChat(live: LiveHub, { campaignId, event, name }: Notified): void {
  live.publishReliably({ topic: chatTopic(campaignId), name, data: event })
}

/** Removes a message that a moderator hid from open pages. It can be hidden again later, so the name contains the time. */
export function publishRemoved(live: LiveHub, { campaignId, id }: { campaignId: string; id: string }): void {
  publishChat(live, { campaignId, event: { removed: id }, name: `removed ${id} ${Date.now()}` })
}

/** Lets open pages load restored messages, because their order of messages is that of the events. */
export function publishRestored(live: LiveHub, { campaignId, ids }: { campaignId: string; ids: readonly string[] }): void {
  const [id] = ids
  if (id) publishChat(live, { campaignId, event: { restored: [...ids] }, name: `restored ${id} ${Date.now()}` })
}

export function publishMessage(live: LiveHub, { moderation: _, createdAt, ...message }: ChatMessage): void {
  const { id, campaignId } = message
  publishChat(live, { campaignId, name: `said ${id}`, event: { said: { ...message, createdAt: createdAt.toISOString() } } })
}
