import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { formatCount, fullDay, monthName } from '#platform/format.ts'
import type { CountCorrection } from '../contract.ts'
import { countOf } from './api.ts'

export type LadderCampaign = { id: string; slug: string }

/** The figures of the last midnight, each with its meaning, and the corrections. There is no sum of the rows, because it would mean nothing. */
export function Ladder({ campaign: { id, slug } }: { campaign: LadderCampaign }) {
  const { data } = useQuery(countOf(id))
  if (!data) return null
  const { as_of, counted, unconfirmed, removed_total, corrections, small_corrections } = data
  if (as_of === null) return <p className="mt-3">{m.count_too_young()}</p>
  const { countsAccounts } = readSite()
  return (
    <section aria-label={m.count_title()} className="mt-3">
      <p className="font-semibold">{m.count_as_of({ day: fullDay(as_of) })}</p>
      <dl className="mt-1">
        <Row name={m.count_counted()} value={counted.value} meaning={countsAccounts ? m.count_counted_means_accounts() : m.count_counted_means()} />
        {/* A site without mail confirms nobody, so the row would only raise the question who is meant. */}
        {(!countsAccounts || (unconfirmed.value ?? 0) > 0) && (
          <Row name={m.count_unconfirmed()} value={unconfirmed.value} meaning={m.count_unconfirmed_means()} />
        )}
        <Row name={m.count_removed()} value={removed_total.value} meaning={m.count_removed_means()} />
      </dl>
      <p className="mt-2">
        {m.count_checked_first()} {m.count_no_way_back()}
      </p>
      <p>
        <Link to="/campaigns/$slug/proof" params={{ slug }} className="link inline-flex min-h-11 items-center">
          {m.receipts_from_count()}
        </Link>
      </p>
      {corrections.length + small_corrections.length > 0 && (
        <>
          <p className="mt-3 font-semibold">{m.count_corrections()}</p>
          <ul>
            {corrections.map((correction) => (
              <Correction key={correction.id} correction={correction} />
            ))}
            {small_corrections.map(({ month, removed }) => (
              <li key={month} className="mt-2">
                {(removed < 0 ? m.count_small_restored : m.count_small_corrections)({ month: monthName(month), count: formatCount(Math.abs(removed)) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Row({ name, value, meaning }: { name: string; value: number | null; meaning: string }) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-line py-1.5">
      <dt>{name}</dt>
      <dd className="font-semibold tabular-nums">{formatCount(value ?? 0)}</dd>
      <dd className="col-span-2 text-muted">{meaning}</dd>
    </div>
  )
}

function Correction({ correction: { corrected_on, reason, note, removed, count_before, count_after } }: { correction: CountCorrection }) {
  const given = { day: fullDay(corrected_on), count: formatCount(Math.abs(removed)) }
  return (
    <li className="mt-2">
      <strong className="font-semibold">{removed > 0 ? m.count_correction_removed(given) : m.count_correction_restored(given)}</strong>{' '}
      {m.count_correction_change({ before: formatCount(count_before), after: formatCount(count_after) })}{' '}
      <span dir="auto">{note ?? m.count_note_one_mailbox()}</span>
      {reason === 'invalidated' && (
        <>
          {' '}
          {m.count_correction_mistake()}{' '}
          <Link to="/dashboard/pledges" className="link inline-flex min-h-6 items-center">
            {m.count_correction_ask()}
          </Link>
        </>
      )}{' '}
      <Link to="/about" hash="pledge" className="link inline-flex min-h-6 items-center">
        {m.count_how()}
      </Link>
    </li>
  )
}
