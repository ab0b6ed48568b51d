import { sql } from 'kysely'
import { monthlyCents } from '#features/campaigns/policy.ts'
import { type DurationBasis, durationBases } from '#features/campaigns/terms.ts'
import { shownAsCounted } from '#features/pledges/policy.ts'
import { ownCountedFrom } from '#features/pledges/server/public.ts'
import { drawSteps } from '#platform/server/draw-steps.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { nextStart, startOf, unitBetween } from '#platform/time-steps.ts'
import type { OwnImpact } from '../contract.ts'

/** In cents. With a lower maximum, the marks on the plot's axis would be single cents. */
const oneDollar = 100

type Change = { day: string; basis: string; cents: number }

/** Estimated monthly impact of a person's pledges: the current value and its growth. */
export async function impactOf(db: Db, personId: string): Promise<OwnImpact> {
  const [changes, present] = await Promise.all([changesOf(db, personId), pledgesOf(db, personId)])
  const { today, ...pledges } = present
  const sums = new Map<DurationBasis, number>(durationBases.map((basis) => [basis, 0]))
  const monthly = () => monthlyCents([...sums].map(([durationBasis, cents]) => ({ durationBasis, cents })))
  const first = changes[0]?.day
  if (first === undefined) return { ...pledges, monthlyCents: 0, unit: 'day', steps: [], plot: null }

  const last = [today, changes.at(-1)?.day ?? today].sort()[1] ?? today
  const unit = unitBetween(first, last)
  const steps: OwnImpact['steps'] = []
  let at = 0
  for (let from = startOf(unit, first); from <= last; from = nextStart(unit, from)) {
    const next = nextStart(unit, from)
    for (let change = changes[at]; change && change.day < next; change = changes[++at]) {
      const basis = durationBases.find((known) => known === change?.basis)
      if (basis) sums.set(basis, (sums.get(basis) ?? 0) + change.cents)
    }
    steps.push({ from, monthlyCents: monthly() })
  }
  return { ...pledges, monthlyCents: monthly(), unit, steps, plot: plotOf({ unit, steps }) }
}

/** Null on the first day: a single step shows no change. */
function plotOf({ unit, steps }: Pick<OwnImpact, 'unit' | 'steps'>): OwnImpact['plot'] {
  if (steps.length < 2) return null
  const drawn = drawSteps({ unit, steps: steps.map(({ from, monthlyCents: value }) => ({ from, value })), axisMinimum: oneDollar })
  if (!drawn) return null
  const { values, ...plot } = drawn
  return { ...plot, amounts: values.map(({ at, value }) => ({ at, cents: value })) }
}

/** The changes by day: each counted pledge adds its amount when it begins to count and removes it when its campaign ends. */
async function changesOf(db: Db, personId: string): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with own as (
      select c.duration_basis as basis, c.spend_cents as cents, (${ownCountedFrom} at time zone 'UTC')::date as began,
        case when c.status <> 'active' then coalesce(c.ended_on, (c.updated_at at time zone 'UTC')::date) end as ended
      from pledge o join person q on q.id = o.person_id join public_campaign c on c.id = o.campaign_id
      where o.person_id = ${personId} and coalesce(o.own_state, o.state) = any(${[...shownAsCounted]}::text[]) and c.impact_mode = 'monetary')
    select day::text as day, basis, sum(cents)::bigint as cents from (
      select began as day, basis, cents from own
      union all
      -- A pledge that is confirmed after the end adds nothing.
      select greatest(ended, began), basis, -cents from own where ended is not null) change
    group by day, basis order by day, basis`.execute(db)
  return rows
}

async function pledgesOf(db: Db, personId: string) {
  const { rows } = await sql<{ pledges: number; waiting: number; today: string }>`
    select count(*) filter (where coalesce(o.own_state, o.state) = any(${[...shownAsCounted]}::text[])) as pledges, count(*) filter (where coalesce(o.own_state, o.state) = 'unconfirmed') as waiting,
      (now() at time zone 'UTC')::date::text as today
    from pledge o join public_campaign c on c.id = o.campaign_id
    where o.person_id = ${personId} and c.status = 'active'`.execute(db)
  return rows[0] ?? { pledges: 0, waiting: 0, today: '1970-01-01' }
}
