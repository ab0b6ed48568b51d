import { useState } from 'react'
import { Segmented } from '#design/radio-group.tsx'
import { TextField } from '#design/text-field.tsx'
import { type DurationBasis, monthlyTwelfths } from '#features/campaigns/terms.ts'
import { m } from '#messages'
import { formatCents, formatCount } from '#platform/format.ts'
import { centsIn, closeAmount, type Example, losses, peopleIn } from '../policy.ts'

const basisNames: Record<DurationBasis, () => string> = {
  weekly: m.about_basis_weekly,
  monthly: m.about_basis_monthly,
  annual: m.about_basis_annual,
  one_time: m.about_basis_one_time,
}
const bases = ['weekly', 'monthly', 'annual', 'one_time'] as const

/** Calculator with the page's example. While an input is invalid, the result keeps using its last valid value. */
export function Formula() {
  const [people, setPeople] = useState('100,000')
  const [spend, setSpend] = useState('24.99')
  const [basis, setBasis] = useState<DurationBasis>('monthly')
  const [shown, setShown] = useState({ people: 100_000n, spendCents: 2_499n })
  const wrongPeople = peopleIn(people) === null
  const wrongSpend = centsIn(spend) === null

  function changePeople(text: string) {
    setPeople(text)
    setShown((before) => ({ ...before, people: peopleIn(text) ?? before.people }))
  }
  function changeSpend(text: string) {
    setSpend(text)
    setShown((before) => ({ ...before, spendCents: centsIn(text) ?? before.spendCents }))
  }

  return (
    <section id="formula" aria-labelledby="formula-title" className="mt-14 scroll-mt-4 border-y-4 border-ink bg-raised">
      <div className="page-column grid gap-x-16 gap-y-8 py-10 lg:grid-cols-2">
        <div>
          <p className="type-kicker text-muted">{m.about_formula_kicker()}</p>
          <h2 id="formula-title" className="type-title mt-1 text-3xl">
            {m.about_formula_title()}
          </h2>
          <p className="mt-3 max-w-prose">{m.about_formula_text()}</p>
          <div className="mt-6 grid gap-5 sm:grid-cols-2">
            <TextField
              label={m.about_formula_people()}
              inputMode="numeric"
              autoComplete="off"
              maxLength={30}
              value={people}
              onChange={({ target }) => changePeople(target.value)}
              error={wrongPeople ? m.about_formula_people_error() : undefined}
            />
            <TextField
              label={m.about_formula_spend()}
              inputMode="decimal"
              autoComplete="off"
              maxLength={30}
              value={spend}
              onChange={({ target }) => changeSpend(target.value)}
              error={wrongSpend ? m.about_formula_spend_error() : undefined}
            />
            <Segmented
              legend={m.about_formula_basis()}
              name="basis"
              options={bases.map((value) => ({ value, label: basisNames[value]() }))}
              value={basis}
              onChange={setBasis}
              className="sm:col-span-2"
            />
          </div>
        </div>
        <Losses {...shown} basis={basis} />
      </div>
    </section>
  )
}

function Losses(example: Example) {
  const { monthly, yearly } = losses(example)
  const close = closeAmount(monthly)
  const isOnce = example.basis === 'one_time'
  const period = isOnce ? m.about_formula_once() : m.about_formula_monthly()
  return (
    <div className="lg:border-s lg:border-line lg:ps-16">
      <output aria-live="polite" className="block">
        <span className="type-kicker block text-muted">{m.about_formula_losses()}</span>
        <span className="type-figure mt-2 block text-[clamp(2.75rem,1.5rem+5vw,5rem)] leading-none wrap-anywhere text-accent-text">
          {close === null ? (
            formatCents(monthly)
          ) : (
            <>
              <span className="type-label text-[0.4em] text-ink">{m.about_formula_about()}</span> {close}
            </>
          )}
        </span>
        <span className="type-label mt-1 block text-lg">{period}</span>
      </output>
      <dl className="mt-6 divide-y divide-line border-y border-line">
        <Row name={m.about_formula_how()} value={howText(example)} />
        <Row name={m.about_formula_full()} value={`${formatCents(monthly)} ${period}`} />
        {!isOnce && <Row name={m.about_formula_yearly()} value={formatCents(yearly)} />}
      </dl>
      <p className="mt-4 max-w-prose text-sm text-muted">{m.about_formula_note()}</p>
    </div>
  )
}

function howText({ people, spendCents, basis }: Example): string {
  const parts = { people: formatCount(people), spend: formatCents(spendCents) }
  if (basis === 'annual') return m.about_formula_how_annual(parts)
  const times = monthlyTwelfths[basis] / 12
  return times === 1 ? m.about_formula_how_plain(parts) : m.about_formula_how_times({ ...parts, times })
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 py-2">
      <dt className="text-muted">{name}</dt>
      <dd className="type-figure text-lg wrap-anywhere">{value}</dd>
    </div>
  )
}
