import { ORPCError } from '@orpc/server'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Tx } from '#platform/server/idempotency.ts'
import { retryCollisions } from '#platform/server/retry.ts'
import type { Count, OwnPledge } from '../contract.ts'
import { isSuspect, judgeJoins, keepSignals } from '../holding/server/judge.ts'
import type { JoinSignal } from '../holding/server/signals.ts'
import { noticeVersion, shownState } from '../policy.ts'
import type { PledgeKeys } from './address-key.ts'
import { countedPledgeOfMailbox, otherTwin } from './counted-pledge-of-mailbox.ts'
import { addToDays } from './days.ts'
import { isRejected } from './own-pledge.ts'

/**
 * `noticeAt`: time at which the person saw the
 * notice about who can see the pledge, if that was earlier than now. `signal`: how the person joins; without it the pledge is never held.
 */
export type PledgeRequest = {
  campaignId: string
  personId: string
  isPrivate: boolean
  keys: PledgeKeys
  noticeAt?: Date
  signal?: JoinSignal | null
}
/** `absent`: the campaign does not exist or is moderated; `gone`: the person no longer exists. */
export type Taken = { outcome: 'joined'; pledge: OwnPledge; count: Count; isNew: boolean } | { outcome: 'closed' } | { outcome: 'absent' } | { outcome: 'gone' }
type Waiting = PledgeRequest & { resolve: (taken: Taken) => void; reject: (error: unknown) => void }

const batchLimit = 500
const queueLimit = 20_000

/** SQLSTATE classes 22 and 23: an invalid value or a constraint, not a connection problem. */
const isAboutData = (error: unknown) => error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

/**
 * Group commit: the next batch is collected while one is written, so a campaign's counter is updated once per batch
 * instead of once per pledge (11 to 39 times the throughput). Callers are answered after the commit. If a batch fails
 * because of its data, its pledges are tried one by one.
 */
export function groupCommit(options: { pool: pg.Pool; onCounted: (counts: Map<string, Count>) => void }) {
  let queue: Waiting[] = []
  let flushing: Promise<void> | null = null
  let batches = 0
  let sent = 0

  async function flushAll(): Promise<void> {
    while (queue.length) {
      const batch = queue.slice(0, batchLimit)
      queue = queue.slice(batchLimit)
      await flush(batch)
    }
    flushing = null
  }

  async function flush(batch: Waiting[], { isRetry = false } = {}): Promise<void> {
    try {
      const unseen = await retryCollisions(() => takeAll(batch, { isRetry }))
      // A separate flush, so that a failure does not affect those that have been answered.
      if (unseen.length) await flush(unseen, { isRetry: true })
    } catch (error) {
      // An invalid pledge must not fail the others, so they are tried one by one. If the database is unavailable, that would be pointless.
      if (batch.length > 1 && isAboutData(error)) for (const one of batch) await flush([one], { isRetry })
      else for (const one of batch) one.reject(error)
    }
  }

  /**
   * Answers all pledges except those that it returns. While the statement ran, another process took such a pledge, counted its mailbox or closed
   * its campaign; a second statement sees the rows of that process.
   */
  async function takeAll(batch: Waiting[], { isRetry }: { isRetry: boolean }): Promise<Waiting[]> {
    const asks = [...new Map(batch.map((ask) => [keyOf(ask.campaignId, ask.personId), ask])).values()]
    batches++
    sent += asks.length
    const rows = await send(asks)
    const answers = new Map(rows.map((row) => [keyOf(row.campaign_id, row.person_id), row]))
    const unseen: Waiting[] = []
    for (const ask of batch) {
      const row = answers.get(keyOf(ask.campaignId, ask.personId))
      if (!isRetry && row?.is_open === true && row.state === null) unseen.push(ask)
      else ask.resolve(takenFrom(row))
    }
    const counted = new Map<string, Count>()
    for (const row of rows)
      if (row.is_new && row.state === 'counted' && !row.is_quiet) counted.set(row.campaign_id, { supporters: row.supporters, version: row.version })
    if (counted.size) options.onCounted(counted)
    return unseen
  }

  async function send(asks: PledgeRequest[]): Promise<AnswerRow[]> {
    const { rows } = await options.pool.query<AnswerRow>({ name: 'take-pledges', text: takePledges, values: valuesOf(asks) })
    return rows
  }

  return {
    async take(ask: PledgeRequest): Promise<Taken> {
      if (queue.length >= queueLimit)
        throw new ORPCError('UNAVAILABLE', { status: 503, message: 'Too many people are joining at once. Try again in a moment.' })
      return new Promise((resolve, reject) => {
        queue.push({ ...ask, resolve, reject })
        flushing ??= Promise.resolve().then(flushAll)
      })
    },
    /** Resolves when the queue is empty. */
    settled: () => flushing ?? Promise.resolve(),
    /** For metrics: the number of queued pledges, and the total of batches and pledges so far. */
    counts: () => ({ waiting: queue.length, batches, pledges: sent }),
  }
}

/**
 * Takes one pledge in a transaction that has created its person and locked nothing that others wait for. Returns the
 * count if it changed; the caller publishes it after the commit.
 */
export async function takeWithin(tx: Tx, ask: PledgeRequest): Promise<Count | null> {
  const send = async () => (await tx.executeQuery<AnswerRow>(CompiledQuery.raw(takePledges, valuesOf([ask])))).rows[0]
  const first = await send()
  // As in `takeAll`: the rows that were in the way are visible to a second statement.
  const row = first?.is_open && first.state === null ? await send() : first
  const taken = takenFrom(row)
  return taken.outcome === 'joined' && taken.isNew && taken.pledge.state === 'counted' && !row?.is_quiet ? taken.count : null
}

function valuesOf(asks: PledgeRequest[]) {
  const column = <Name extends keyof PledgeRequest>(name: Name) => asks.map((ask) => ask[name])
  return [
    column('campaignId'),
    column('personId'),
    column('isPrivate'),
    asks.map(({ keys }) => keys.mailbox.join(' ')),
    asks.map(({ noticeAt }) => noticeAt ?? null),
    column('signal').map((signal) => signal ?? null),
    asks.map(({ keys }) => keys.account.join(' ')),
    asks.map(({ keys }) => keys.domain),
  ]
}

type AnswerRow = {
  campaign_id: string
  person_id: string
  is_open: boolean | null
  is_new: boolean
  state: string | null
  own_state: string | null
  is_rejected: boolean
  is_private: boolean | null
  is_verified: boolean
  supporters: number
  version: number
  /** The campaign counts quietly, so that nothing is published before its next step. */
  is_quiet: boolean
}

// Lock order: counter rows by id, then people by id. This prevents deadlocks, makes a concurrent closing of the
// campaign visible, and makes confirming and deleting an account wait. `repeated`: the mailbox already counts in this
// campaign for another account, or for an earlier new one of the batch. The unique index of address_key enforces it: a mailbox
// that another process has counted since this statement began takes no row, and the pledge is tried again. A repeated pledge
// gets the key of its twin, so that it can take the twin's place (corrections.ts); so does a pledge whose twin does not count. A mailbox that a
// correction has taken out is barred: its other pledges are `repeated`, too.
const takePledges = `
with ask as (
  select * from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[], $5::timestamptz[], $6::jsonb[], $7::text[], $8::integer[]) with ordinality
    as given(campaign_id, person_id, is_private, mailbox_keys, notice_at, signal, account_keys, domain_key, place)),
open as materialized (
  select campaign_id from campaign_stats where campaign_id = any($1::uuid[]) and is_open and not is_moderated order by campaign_id for update),
asker as materialized (
  select id, created_at, counting_from, email_verified from person where id = any($2::uuid[]) and deleted_at is null and (select count(*) from open) >= 0 order by id for share),
${judgeJoins},
judged as materialized (
  select ask.campaign_id, ask.person_id, ask.is_private, ask.domain_key, coalesce(twin.address_key, other.address_key, chosen.own_key) as address_key, coalesce(ask.notice_at, now()) as notice_at,
    case when asker.counting_from is null then 'unconfirmed'
      when twin.address_key is not null or other.is_barred
        or (chosen.own_key is not null and row_number() over (
          partition by ask.campaign_id, chosen.own_key, asker.counting_from is null, coalesce(verdict.is_suspect, false) order by ask.place) > 1)
      then 'repeated' when verdict.is_suspect then 'held' else 'counted' end as state
  from ask join open using (campaign_id) join asker on asker.id = ask.person_id
  cross join lateral (select keys, nullif(split_part(keys, ' ', 1), '') as own_key
    from (select case when asker.email_verified then ask.mailbox_keys else ask.account_keys end as keys) of_address) chosen
  left join (select campaign_id, person_id, ${isSuspect} as is_suspect from judgement) verdict using (campaign_id, person_id)
  left join lateral (${countedPledgeOfMailbox({ campaign: 'ask.campaign_id', keys: 'chosen.keys' })}) twin on true
  left join lateral (${otherTwin({ campaign: 'ask.campaign_id', keys: 'chosen.keys' })}) other on true
  where not exists (select from pledge had where had.campaign_id = ask.campaign_id and had.person_id = ask.person_id)),
taken as (
  insert into pledge (campaign_id, person_id, state, is_private, notice_version, notice_at, counted_at, address_key, domain_key)
  select campaign_id, person_id, state, is_private, ${noticeVersion}, notice_at, case when state = 'counted' then clock_timestamp() end,
    case when state <> 'unconfirmed' then address_key end, case when state <> 'unconfirmed' then domain_key end from judged
  on conflict do nothing
  returning campaign_id, person_id, state, is_private, counted_at),
days as (${addToDays('taken')}),
signalled as (${keepSignals}),
logged as (
  insert into pledge_log (campaign_id, person_id, delta) select campaign_id, person_id, 1 from taken where state = 'counted'),
added as (
  select campaign_id, count(*) as n from taken where state = 'counted' group by campaign_id),
counter as (
  update campaign_stats s set counted = s.counted + added.n, counted_version = s.counted_version + 1
  from added where s.campaign_id = added.campaign_id
  returning s.campaign_id, s.supporters, s.version, s.quiet_at is not null as is_quiet)
select ask.campaign_id, ask.person_id, case when not stats.is_moderated then stats.is_open end as is_open, taken.state is not null as is_new, coalesce(taken.state, before.state) as state, before.own_state,
  case when before.state = 'invalid' then ${isRejected('before')} else false end as is_rejected,
  coalesce(taken.is_private, before.is_private) as is_private, coalesce(asker.email_verified, false) as is_verified,
  coalesce(counter.supporters, stats.supporters, 0) as supporters, coalesce(counter.version, stats.version, 0) as version,
  coalesce(counter.is_quiet, false) as is_quiet
from ask
left join campaign_stats stats using (campaign_id)
left join asker on asker.id = ask.person_id
left join taken using (campaign_id, person_id)
left join pledge before using (campaign_id, person_id)
left join counter using (campaign_id)`

function takenFrom(row: AnswerRow | undefined): Taken {
  if (!row || row.is_open === null) return { outcome: 'absent' }
  if (row.state === null || row.is_private === null) return row.is_open ? { outcome: 'gone' } : { outcome: 'closed' }
  const state = shownState({ state: row.state, ownState: row.own_state, isRejected: row.is_rejected, isVerified: row.is_verified })
  return { outcome: 'joined', pledge: { state, isPrivate: row.is_private }, count: { supporters: row.supporters, version: row.version }, isNew: row.is_new }
}

const keyOf = (campaignId: string, personId: string) => `${campaignId} ${personId}`
