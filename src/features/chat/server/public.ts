import { statusOf } from '#features/campaigns/server/public.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { mayChat } from '../policy.ts'

/** Returns the ids of those campaigns that have a chat now. */
export async function openChats(db: Db, campaignIds: string[]): Promise<Set<string>> {
  if (campaignIds.length === 0) return new Set()
  const rows = await db.selectFrom('campaign').select(['id', 'status']).where('id', 'in', campaignIds).where('moderation', 'is', null).execute()
  return new Set(rows.filter(({ status }) => mayChat({ status: statusOf(status) })).map(({ id }) => id))
}

export { markMessagesOf, publishMarked } from './mark-messages.ts'
export { moderateMessage } from './moderate-message.ts'
