import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { chainOf, chainStart, leafText, levelsAbove, rootOf } from '../proof.ts'
import { daysAfterEnd, leafBytes, leavesDays, listedFrom, youngDays } from '../terms.ts'
import { hashChunks, joinChunks } from './chunks.ts'

const [campaignsAtOnce, pledgesAtOnce, tries] = [500, 5_000, 3]
const firstId = '00000000-0000-0000-0000-000000000000'

/** `day`: the day (YYYY-MM-DD) whose list is due. `before`: the time before which its pledges were made. */
type Day = { day: string; before: Date }
type Due = Day & { campaignId: string; stopping: AbortSignal | undefined }

/**
 * Makes the lists of a day for all public campaigns that have none, and returns their number. A day on which the site was down gets no list
 * later: nobody knows what counted then. The chain goes on with the next list.
 */
export async function makeDailyLists(store: Store, { day, stopping }: { day: string; stopping?: AbortSignal }): Promise<number> {
  const today = { day, before: new Date(Date.parse(day) - youngDays * 86_400_000) }
  let made = 0
  for (let last = firstId; ; ) {
    const due = await dueCampaigns(store.db, { ...today, last })
    for (const campaignId of due) {
      if (stopping?.aborted) return made
      made += Number(await makeList(store, { ...today, campaignId, stopping }))
    }
    const next = due.at(-1)
    if (next === undefined) return made
    last = next
  }
}

/**
 * Campaigns that need a list for this day. A campaign with a list for this day or a later one needs none, because lists are chained by day and a
 * clock may have been set back. A campaign with a held pledge that is old enough to be listed waits: its person sees it as counted, so the list must
 * contain it.
 */
async function dueCampaigns(db: Db, { day, before, last }: Day & { last: string }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from public_campaign c
    where c.id > ${last}::uuid and not c.is_historical and c.published_at < ${day}::timestamp at time zone 'UTC'
      and (c.status = 'active' or c.ended_on >= ${day}::date - ${daysAfterEnd}::int)
      and not exists (select from daily_list l where l.campaign_id = c.id and l.day >= ${day}::date)
      and not exists (
        select from join_signal s join pledge p using (campaign_id, person_id) join person q on q.id = p.person_id
        where s.campaign_id = c.id and s.held_at is not null and p.state = 'held' and ${isOld(before)})
    order by c.id limit ${campaignsAtOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

/** SQL: the pledge `p` of the person `q` was made, and could count, before this time. The judgement of a confirmed address is a new one. */
const isOld = (before: Date) => sql`greatest(p.created_at, q.counting_from) < ${before}`

async function makeList(store: Store, due: Due): Promise<boolean> {
  for (let n = 0; n < tries && !due.stopping?.aborted; n++) {
    const { secrets, missing } = await readSecrets(store, due)
    if (missing.length === 0) {
      return storeList(store, due, await sortedLeaves(secrets, due))
    }
    await makeSecrets(store.db, due, missing)
  }
  return false
}

/** The secrets of all pledges that count and are old enough, from one snapshot, and the people of those that have none yet. */
function readSecrets(store: Store, { campaignId, before }: Due): Promise<{ secrets: string[]; missing: string[] }> {
  return longTransaction(store, 'one moment, read only', async (tx) => {
    await sql`
      declare pledges no scroll cursor for select p.person_id, r.secret from pledge p join person q on q.id = p.person_id
      left join pledge_receipt r on r.campaign_id = p.campaign_id and r.person_id = p.person_id
      where p.campaign_id = ${campaignId} and p.state = 'counted' and ${isOld(before)}`.execute(tx)
    const [secrets, missing]: [string[], string[]] = [[], []]
    for (let rows = -1; rows !== 0; ) {
      const part = await sql<{ person_id: string; secret: string | null }>`fetch ${sql.raw(String(pledgesAtOnce))} from pledges`.execute(tx)
      for (const { person_id, secret } of part.rows) {
        if (secret === null) missing.push(person_id)
        else secrets.push(secret)
      }
      rows = part.rows.length
    }
    return { secrets, missing }
  })
}

/** Secrets are made here, and not when somebody joins, so that joining does not become slower. */
async function makeSecrets(db: Db, { campaignId, stopping }: Due, personIds: readonly string[]): Promise<void> {
  for (let at = 0; at < personIds.length && !stopping?.aborted; at += pledgesAtOnce)
    await sql`
      with own as materialized (
        select o.campaign_id, o.person_id from unnest(${personIds.slice(at, at + pledgesAtOnce)}::uuid[]) as p(id)
        join pledge o on o.campaign_id = ${campaignId} and o.person_id = p.id for key share of o)
      insert into pledge_receipt (campaign_id, person_id) select campaign_id, person_id from own on conflict do nothing`.execute(db)
}

/** Sorts by the first byte and then within, in steps of a few milliseconds, because this process may also answer requests. */
async function sortedLeaves(secrets: readonly string[], { campaignId, day }: Due): Promise<Buffer<ArrayBuffer>> {
  const text = leafText(campaignId, day)
  const byFirst: string[][] = Array.from({ length: 256 }, () => [])
  for (const [n, secret] of secrets.entries()) {
    const leaf = createHmac('sha256', secret).update(text).digest().subarray(0, leafBytes)
    // In Latin-1 each byte is a character, so texts sort like their bytes.
    byFirst[leaf[0] ?? 0]?.push(leaf.toString('latin1'))
    if (n % 250 === 249) await setImmediate()
  }
  const leaves = Buffer.alloc(secrets.length * leafBytes)
  let at = 0
  for (const bucket of byFirst) {
    at += leaves.write(bucket.sort().join(''), at, 'latin1')
    await setImmediate()
  }
  return leaves
}

async function storeList(store: Store, { campaignId, day }: Due, leaves: Buffer<ArrayBuffer>): Promise<boolean> {
  const pledges = leaves.length / leafBytes
  const chunks = await hashChunks(leaves)
  const top = (await levelsAbove(chunks.map(({ hash }) => hash))).at(-1)?.[0]
  const root = await rootOf(pledges, top ?? null)
  return longTransaction(store, 'newest rows', async (tx) => {
    // At midnight a process that has just lost the leadership may still make the list of the day before.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`daily_list:${campaignId}`}, 0))`.execute(tx)
    const last = await lastList(tx, campaignId)
    if (last && last.day >= day) return false
    const chain = await chainOf({ before: last ? Uint8Array.from(last.chain) : chainStart, day, root })
    const list = { campaign_id: campaignId, day }
    await tx
      .insertInto('daily_list')
      .values({ ...list, pledges, root: Buffer.from(root), chain: Buffer.from(chain) })
      .execute()
    if (pledges >= listedFrom)
      await tx
        .insertInto('daily_list_leaves')
        .values({ ...list, leaves, chunks: joinChunks(chunks) })
        .execute()
    return true
  })
}

const lastList = (tx: Tx, campaignId: string) =>
  tx
    .selectFrom('daily_list')
    .select(['chain', sql<string>`day::text`.as('day')])
    .where('campaign_id', '=', campaignId)
    .orderBy('daily_list.day', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Deletes leaves after 30 days. */
export async function forgetLeaves(db: Db): Promise<void> {
  await sql`delete from daily_list_leaves where day < (now() at time zone 'UTC')::date - ${leavesDays}::int`.execute(db)
}
