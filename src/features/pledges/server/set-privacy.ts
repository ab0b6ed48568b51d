import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import type { OwnPledge } from '../contract.ts'
import { noticeVersion } from '../policy.ts'
import { namedTo } from './named-to.ts'
import { ownState } from './own-pledge.ts'

type Options = { campaignId: string; personId: string; isPrivate: boolean }

/**
 * Makes a pledge private or public. Returns null if this person has not joined the campaign or may not know that it exists. `creatorId` is null
 * unless a notification of the creator has to be worded anew.
 */
export async function setPrivacy(db: Db, { campaignId, personId, isPrivate }: Options): Promise<{ pledge: OwnPledge; creatorId: string | null } | null> {
  const { rows } = await sql<{ state: OwnPledge['state']; creator_id: string | null }>`
    update pledge o set is_private = ${isPrivate}, notice_version = ${noticeVersion}, notice_at = now() from public_campaign c
    where o.campaign_id = ${campaignId} and o.person_id = ${personId} and c.id = o.campaign_id
    returning ${ownState} as state, ${namedTo} as creator_id`.execute(db)
  const [row] = rows
  return row ? { pledge: { state: row.state, isPrivate }, creatorId: row.creator_id } : null
}
