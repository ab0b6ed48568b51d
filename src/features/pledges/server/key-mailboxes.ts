import { sql } from 'kysely'
import type { Tx } from '#platform/server/idempotency.ts'
import { type AddressKey, type AddressKeys, pledgeKeysOf } from './address-key.ts'
import { countedPledgeOfMailbox } from './counted-pledge-of-mailbox.ts'
import { takeFromDays } from './days.ts'

const chunk = 5_000

/** The person of a pledge. */
type Owner = { person_id: string; email: string | null; email_verified: boolean }
const owner = sql`p.person_id, q.email, q.email_verified`

function ownKeys(addressKey: AddressKey, { person_id, email, email_verified, campaign_id }: Owner & { campaign_id: string }): AddressKeys {
  const { mailbox, account } = pledgeKeysOf(addressKey, { email, personId: person_id, campaignId: campaign_id })
  return email_verified ? mailbox : account
}

/**
 * Stores the key of the mailbox with every counted pledge that has none: pledges from before there were keys, and loaded data. Of
 * several pledges of one mailbox in a campaign the oldest stays counted; the others become `repeated`, all counts follow, and the
 * campaign gets one public correction. Changes nothing at later starts. Locks the counters by id, like the group commit. Returns the number of campaigns that were corrected.
 */
export async function keyMailboxes(tx: Tx, addressKey: AddressKey): Promise<number> {
  const { rows } = await sql<{ campaign_id: string }>`
    select distinct p.campaign_id from pledge p join person q on q.id = p.person_id
    where p.state = 'counted' and p.address_key is null and q.deleted_at is null order by 1`.execute(tx)
  let corrected = 0
  for (const { campaign_id } of rows) if ((await keyCampaign(tx, { campaignId: campaign_id, addressKey })) > 0) corrected++
  await keyRepeated(tx, addressKey)
  return corrected
}

/**
 * Makes the keys of living accounts anew that no present secret has made. All pledges of a mailbox in a campaign keep one key in common, and
 * with it their states, also those of people who left. A mailbox that already has a new key keeps its old one, because two could count.
 */
export async function renewKeys(tx: Tx, addressKey: AddressKey): Promise<void> {
  const campaigns = await tx.selectFrom('campaign_stats').select('campaign_id').orderBy('campaign_id').execute()
  for (const { campaign_id } of campaigns)
    for (let after: string | null = ''; after !== null; ) after = await renewChunk(tx, { campaignId: campaign_id, after, addressKey })
}

/** Returns the last key that was read, or null at the end. */
async function renewChunk(tx: Tx, { campaignId, after, addressKey }: { campaignId: string; after: string; addressKey: AddressKey }): Promise<string | null> {
  const { rows } = await sql<{ address_key: string } & Owner>`
    select distinct on (p.address_key) p.address_key, ${owner} from pledge p join person q on q.id = p.person_id
    where p.campaign_id = ${campaignId} and p.address_key > ${after} and q.deleted_at is null
    order by p.address_key, p.state = 'counted' desc, p.created_at limit ${chunk}`.execute(tx)
  const renewed = new Map<string, string>()
  for (const { address_key, email, person_id, email_verified } of rows) {
    const { mailbox, account } = pledgeKeysOf(addressKey, { email, personId: person_id, campaignId })
    const [own] = email_verified ? mailbox : account
    if (own && !mailbox.includes(address_key)) renewed.set(own, address_key)
  }
  await sql`
    update pledge p set address_key = g.renewed from unnest(${[...renewed.keys()]}::text[], ${[...renewed.values()]}::text[]) as g(renewed, lost)
    where p.campaign_id = ${campaignId} and p.address_key = g.lost
      and not exists (select from pledge k where k.campaign_id = ${campaignId} and k.address_key = g.renewed)`.execute(tx)
  return rows.length < chunk ? null : (rows.at(-1)?.address_key ?? null)
}

/** Stores the key of the counted twin with the repeated pledges of an earlier release. */
async function keyRepeated(tx: Tx, addressKey: AddressKey): Promise<void> {
  const { rows } = await sql<{ campaign_id: string } & Owner>`
    select p.campaign_id, ${owner} from pledge p join person q on q.id = p.person_id
    where p.state = 'repeated' and p.address_key is null and q.deleted_at is null order by 1, 2`.execute(tx)
  for (let n = 0; n < rows.length; n += chunk) {
    const some = rows.slice(n, n + chunk)
    const keys = some.map((one) => ownKeys(addressKey, one).join(' '))
    await sql`
      update pledge p set address_key = coalesce(twin.address_key, split_part(given.keys, ' ', 1))
      from unnest(${some.map((one) => one.campaign_id)}::uuid[], ${some.map((one) => one.person_id)}::uuid[], ${keys}::text[]) as given(campaign_id, person_id, keys)
      left join lateral (${twinOfGiven}) twin on true
      where p.campaign_id = given.campaign_id and p.person_id = given.person_id and p.state = 'repeated'`.execute(tx)
  }
}

const twinOfGiven = sql.raw(countedPledgeOfMailbox({ campaign: 'given.campaign_id', keys: 'given.keys' }))

async function keyCampaign(tx: Tx, { campaignId, addressKey }: { campaignId: string; addressKey: AddressKey }): Promise<number> {
  const before = await lockedCount(tx, campaignId)
  let repeated = 0
  for (;;) {
    const { rows } = await sql<Owner>`
      select ${owner} from pledge p join person q on q.id = p.person_id
      where p.campaign_id = ${campaignId} and p.state = 'counted' and p.address_key is null and q.deleted_at is null
      order by p.counted_at, p.person_id limit ${chunk}`.execute(tx)
    if (rows.length === 0) break
    repeated += await keyChunk(tx, {
      campaignId,
      people: rows.map((row) => ({ id: row.person_id, keys: ownKeys(addressKey, { ...row, campaign_id: campaignId }) })),
    })
  }
  if (repeated > 0)
    await tx
      .insertInto('count_correction')
      .values({ campaign_id: campaignId, reason: 'one_mailbox', count_before: before, count_after: before - repeated })
      .execute()
  return repeated
}

async function lockedCount(tx: Tx, campaignId: string): Promise<number> {
  const row = await tx.selectFrom('campaign_stats').select('counted').where('campaign_id', '=', campaignId).forUpdate().executeTakeFirst()
  return row?.counted ?? 0
}

type Chunk = { campaignId: string; people: { id: string; keys: readonly string[] }[] }

/** Oldest first. Returns how many pledges no longer count. */
async function keyChunk(tx: Tx, { campaignId, people }: Chunk): Promise<number> {
  const { rows } = await sql<{ repeated: number }>`
    with given as (
      select *, split_part(keys, ' ', 1) as own_key, ${campaignId}::uuid as campaign_id
      from unnest(${people.map(({ id }) => id)}::uuid[], ${people.map(({ keys }) => keys.join(' '))}::text[]) with ordinality as g(person_id, keys, place)),
    judged as materialized (
      select person_id, coalesce(twin.address_key, own_key) as own_key,
        twin.address_key is not null or row_number() over (partition by own_key order by place) > 1 as is_repeated
      from given left join lateral (${twinOfGiven}) twin on true),
    keyed as (
      update pledge p set address_key = j.own_key from judged j
      where p.campaign_id = ${campaignId} and p.person_id = j.person_id and not j.is_repeated),
    repeated as (
      update pledge p set state = 'repeated', address_key = j.own_key from judged j
      where p.campaign_id = ${campaignId} and p.person_id = j.person_id and j.is_repeated
      returning p.campaign_id, p.person_id, p.counted_at),
    days as (${sql.raw(takeFromDays('repeated'))}),
    counter as (
      update campaign_stats s set counted = s.counted - r.n, counted_version = s.counted_version + 1
      from (select count(*) as n from repeated) r where s.campaign_id = ${campaignId} and r.n > 0
      returning s.is_open),
    logged as (
      insert into pledge_log (campaign_id, person_id, delta)
      select ${campaignId}::uuid, person_id, -1 from repeated where (select is_open from counter))
    select count(*)::int as repeated from repeated`.execute(tx)
  return rows[0]?.repeated ?? 0
}
