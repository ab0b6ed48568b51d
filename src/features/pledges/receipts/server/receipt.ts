import { sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import type { Receipt } from '../contract.ts'
import { type Account, type ReceiptNeeds, receiptNeeds } from '../policy.ts'
import { leafOf } from '../proof.ts'
import { chunkLeaves, findPath, splitChunks } from './chunks.ts'
import { leavesFrom, newestList } from './queries.ts'

type Key = { campaignId: string; personId: string }

/** SQL of `Account` for the person `q`. */
export const accountOf = sql<Account>`json_build_object('hasAddress', q.email is not null, 'isVerified', q.email_verified, 'hasPassword',
  exists (select from auth_account a where a.person_id = q.id and a.provider_id = 'credential' and a.password is not null))`

/** Condition for showing the receipt; null if the viewer has not joined the campaign or may not know that it exists. */
export async function needsOf(db: Db, { campaignId, personId }: Key): Promise<ReceiptNeeds | null> {
  const { rows } = await sql<{ account: Account }>`
    select ${accountOf} as account
    from pledge o join person q on q.id = o.person_id
    where o.campaign_id = ${campaignId} and q.id = ${personId} and q.deleted_at is null and ${isVisible('campaign', sql`o.campaign_id`, sql`${personId}::uuid`)}`.execute(
    db,
  )
  return rows[0] ? receiptNeeds(rows[0].account) : null
}

/** The receipt of a pledge in whatever state; null if it is gone meanwhile. */
export async function receiptOf(db: Db, key: Key): Promise<Receipt | null> {
  const secret = await secretOf(db, key)
  if (secret === null) return null
  const { campaignId } = key
  const list = await newestList(db, campaignId)
  return { campaignId, secret, list, path: list ? await pathOf(db, { campaignId, day: list.day, secret }) : null }
}

/**
 * The locks make it wait for the deletion of the account and for the disconnecting of the pledge: a secret that somebody has seen must not remain
 * with the pledge.
 */
async function secretOf(db: Db, { campaignId, personId }: Key): Promise<string | null> {
  const { rows } = await sql<{ secret: string }>`
    with own as materialized (
      select o.campaign_id, o.person_id from person q join pledge o on o.person_id = q.id
      where o.campaign_id = ${campaignId} and q.id = ${personId} and q.deleted_at is null for key share of q, o)
    insert into pledge_receipt (campaign_id, person_id) select campaign_id, person_id from own
    on conflict (campaign_id, person_id) do update set secret = pledge_receipt.secret
    returning secret`.execute(db)
  return rows[0]?.secret ?? null
}

async function pathOf(db: Db, { campaignId, day, secret }: { campaignId: string; day: string; secret: string }): Promise<Receipt['path']> {
  const leaf = await leafOf({ campaignId, day, secret })
  const ofDay = sql`from daily_list_leaves v where v.campaign_id = ${campaignId} and v.day = ${day}::date`
  const { rows: stored } = await sql<{ chunks: Buffer }>`select v.chunks ${ofDay}`.execute(db)
  const path = await findPath({
    leaf,
    chunks: splitChunks(stored[0]?.chunks ?? Buffer.alloc(0)),
    async readChunk(number) {
      const { rows } = await sql<{ part: Buffer }>`select ${leavesFrom(number * chunkLeaves, chunkLeaves)} as part ${ofDay}`.execute(db)
      return Uint8Array.from(rows[0]?.part ?? [])
    },
  })
  return path && { index: path.index, block: base64(path.block), siblings: path.siblings.map(base64) }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
