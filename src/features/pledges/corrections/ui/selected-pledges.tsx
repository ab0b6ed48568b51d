import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { fullTime } from '#platform/time-text.ts'
import type { InvalidationPreview } from '../contract.ts'

export const countText = (count: number | null) => (count === null ? m.corrections_under_ten() : m.corrections_about({ count: formatCount(count) }))

/** How many pledges a selection has, and some of them without names. */
export function SelectedPledges({ preview: { pledges, counted, unconfirmed, sample } }: { preview: InvalidationPreview }) {
  const numbers = [
    [m.corrections_selected(), pledges],
    [m.corrections_selected_counted(), counted],
    [m.corrections_selected_unconfirmed(), unconfirmed],
  ] as const
  return (
    <div aria-live="polite" className="border-y border-ink py-4">
      <dl className="grid gap-4 sm:grid-cols-3">
        {numbers.map(([name, count]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="type-title text-2xl tabular-nums">{countText(count)}</dd>
          </div>
        ))}
      </dl>
      {sample.length > 0 && (
        <details className="mt-3">
          <summary className="link inline-flex min-h-11 cursor-pointer items-center font-semibold">{m.corrections_sample()}</summary>
          <ul>
            {sample.map(({ joinedAt, mailDomain, accountHours, isConfirmed }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample have no id, and never change their order.
              <li key={n} className="border-b border-line py-2 text-sm">
                <span className="font-semibold [overflow-wrap:anywhere]">{mailDomain ?? m.corrections_sample_domain_hidden()}</span>
                {' · '}
                {m.corrections_sample_hour()} {fullTime(joinedAt)}
                {' · '}
                {m.corrections_sample_age()}: {ageOf(accountHours)}
                {' · '}
                {m.corrections_sample_confirmed()}: {isConfirmed ? m.corrections_yes() : m.corrections_no()}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const ageOf = (hours: number) => (hours === 0 ? m.corrections_sample_age_new() : m.corrections_sample_age_hours({ count: hours, shown: formatCount(hours) }))
