import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { InvalidationPreview } from '../contract.ts'

export const countText = (count: number | null) => (count === null ? m.corrections_under_ten() : m.corrections_about({ count: formatCount(count) }))

/** How many pledges a selection has. */
export function SelectedPledges({ preview: { pledges, counted, unconfirmed } }: { preview: InvalidationPreview }) {
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
      <p className="mt-3 max-w-prose text-sm text-muted">{m.corrections_selected_hint()}</p>
    </div>
  )
}
