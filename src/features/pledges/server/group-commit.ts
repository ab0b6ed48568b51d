import { ORPCError } from '@orpc/server'
import type pg from 'pg'
import type { Count, OwnPledge } from '../contract.ts'
import type { AddressKeys } from './address-key.ts'
import { addToDays } from './days.ts'

/** `addressKeys`: the keys by which this person's address is recognised; empty for a person without one. */
export type Ask = { campaignId: string; personId: string; isPrivate: boolean; addressKeys: AddressKeys }
/** `absent`: there is no such campaign; `gone`: there is no such person any more. */
export type Taken = { outcome: 'joined'; pledge: OwnPledge; count: Count; isNew: boolean } | { outcome: 'closed' } | { outcome: 'absent' } | { outcome: 'gone' }
type Waiting = Ask & { resolve: (taken: Taken) => void; reject: (error: unknown) => void }

const batchLimit = 500
const queueLimit = 20_000

/** SQLSTATE classes 22 and 23: a value or a constraint, not the connection. */
const isAboutData = (error: unknown) => error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

/** A deadlock or a serialization failure: nothing was written, and the same may be done again. */
const isCollision = (error: unknown) => error instanceof Error && 'code' in error && /^(40P01|40001)$/.test(String(error.code))
const attempts = 4

/**
 * Takes pledges in batches: one flush is in flight, the next gathers meanwhile, so one campaign's counter is updated
 * once a batch and not once a pledge (11 to 39 times the rate, data.md section 2). An answer comes after the commit:
 * what was answered is durable. When a batch fails, its pledges are tried one by one.
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

  async function flush(batch: Waiting[], { tries = 1, isSecondLook = false } = {}): Promise<void> {
    try {
      const unseen = await takeAll(batch, { isSecondLook })
      // On its own: should it fail, the others have their answers.
      if (unseen.length) await flush(unseen, { isSecondLook: true })
    } catch (error) {
      if (tries < attempts && isCollision(error)) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * tries))
        return flush(batch, { tries: tries + 1, isSecondLook })
      }
      // One bad pledge must not take the others with it; a store that is away would only be asked again and again.
      if (batch.length > 1 && isAboutData(error)) for (const one of batch) await flush([one], { isSecondLook })
      else for (const one of batch) one.reject(error)
    }
  }

  /**
   * Answers all but those it gives back: taken or closed by another process while the statement ran. A second look sees
   * what that one left.
   */
  async function takeAll(batch: Waiting[], { isSecondLook }: { isSecondLook: boolean }): Promise<Waiting[]> {
    const asks = [...new Map(batch.map((ask) => [keyOf(ask.campaignId, ask.personId), ask])).values()]
    batches++
    sent += asks.length
    const rows = await send(asks)
    const answers = new Map(rows.map((row) => [keyOf(row.campaign_id, row.person_id), row]))
    const unseen: Waiting[] = []
    for (const ask of batch) {
      const row = answers.get(keyOf(ask.campaignId, ask.personId))
      if (!isSecondLook && row?.is_open === true && row.state === null) unseen.push(ask)
      else ask.resolve(takenFrom(row))
    }
    const counted = new Map<string, Count>()
    for (const row of rows) if (row.is_new && row.state === 'counted') counted.set(row.campaign_id, { supporters: row.supporters, version: row.version })
    if (counted.size) options.onCounted(counted)
    return unseen
  }

  async function send(asks: Ask[]): Promise<AnswerRow[]> {
    const column = <Name extends keyof Ask>(name: Name) => asks.map((ask) => ask[name])
    const values = [column('campaignId'), column('personId'), column('isPrivate'), asks.map(({ addressKeys }) => addressKeys.join(' '))]
    const { rows } = await options.pool.query<AnswerRow>({ name: 'take-pledges', text: takePledges, values })
    return rows
  }

  return {
    async take(ask: Ask): Promise<Taken> {
      if (queue.length >= queueLimit) throw new ORPCError('UNAVAILABLE', { status: 503, message: 'Very many people are joining. Try again in a moment.' })
      return new Promise((resolve, reject) => {
        queue.push({ ...ask, resolve, reject })
        flushing ??= Promise.resolve().then(flushAll)
      })
    },
    /** Resolves when nothing waits any more. */
    settled: () => flushing ?? Promise.resolve(),
    /** For metrics: how many wait, and all batches so far with their pledges. */
    counts: () => ({ waiting: queue.length, batches, pledges: sent }),
  }
}

type AnswerRow = {
  campaign_id: string
  person_id: string
  is_open: boolean | null
  is_new: boolean
  state: string | null
  is_private: boolean | null
  supporters: number
  version: number
}

// The counter rows are locked first and in order, so that two processes never deadlock and a campaign that is being
// closed is seen closed. Whether a person counts is read under a lock too: confirming an address and deleting the account
// wait for it. Whose address counts there already, from an account that left or has another address now, is not counted again.
const takePledges = `
with ask as (select * from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::text[]) as a(campaign_id, person_id, is_private, address_keys)),
open as materialized (
  select campaign_id from campaign_stats where campaign_id = any($1::uuid[]) and is_open order by campaign_id for update),
asker as materialized (
  select id, counting_from from person where id = any($2::uuid[]) and deleted_at is null and (select count(*) from open) >= 0 order by id for share),
judged as materialized (
  select ask.campaign_id, ask.person_id, ask.is_private,
    case when asker.counting_from is null then 'unconfirmed'
      when exists (select from pledge k where k.campaign_id = ask.campaign_id and k.address_key = any(string_to_array(ask.address_keys, ' ')))
      then 'repeated' else 'counted' end as state
  from ask join open using (campaign_id) join asker on asker.id = ask.person_id),
taken as (
  insert into pledge (campaign_id, person_id, state, is_private, counted_at)
  select campaign_id, person_id, state, is_private, case when state = 'counted' then clock_timestamp() end from judged
  on conflict do nothing
  returning campaign_id, person_id, state, is_private, counted_at),
days as (${addToDays('taken')}),
logged as (
  insert into pledge_log (campaign_id, person_id, delta) select campaign_id, person_id, 1 from taken where state = 'counted'),
added as (
  select campaign_id, count(*) as n from taken where state = 'counted' group by campaign_id),
counter as (
  update campaign_stats s set supporters = s.supporters + added.n, version = s.version + 1
  from added where s.campaign_id = added.campaign_id
  returning s.campaign_id, s.supporters, s.version)
select ask.campaign_id, ask.person_id, stats.is_open, taken.state is not null as is_new, coalesce(taken.state, before.state) as state,
  coalesce(taken.is_private, before.is_private) as is_private,
  coalesce(counter.supporters, stats.supporters, 0) as supporters, coalesce(counter.version, stats.version, 0) as version
from ask
left join campaign_stats stats using (campaign_id)
left join taken using (campaign_id, person_id)
left join pledge before using (campaign_id, person_id)
left join counter using (campaign_id)`

function takenFrom(row: AnswerRow | undefined): Taken {
  if (!row || row.is_open === null) return { outcome: 'absent' }
  if (row.state === null || row.is_private === null) return row.is_open ? { outcome: 'gone' } : { outcome: 'closed' }
  const state = row.state === 'unconfirmed' ? 'unconfirmed' : 'counted'
  return { outcome: 'joined', pledge: { state, isPrivate: row.is_private }, count: { supporters: row.supporters, version: row.version }, isNew: row.is_new }
}

const keyOf = (campaignId: string, personId: string) => `${campaignId} ${personId}`
