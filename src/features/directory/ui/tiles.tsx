import { Fragment, type ReactNode } from 'react'
import { HowCounted } from '#design/big-number.tsx'
import { CountUp } from '#design/count-up.tsx'
import type { EntryNumbers } from '#features/pledges/tallies/contract.ts'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { compactCents, compactNumber } from '#platform/format.ts'
import { HeatBadge } from './heat-badge.tsx'

const wordings = {
  target: { campaigns: m.directory_campaigns, impact: m.directory_impact, noImpact: '$0', trending: m.directory_trending },
  other: { campaigns: m.directory_active_count, impact: m.directory_estimated_impact, noImpact: '–', trending: m.directory_trending_score },
}

/** Four numbers with their definitions; the supporters are the largest. */
export function Tiles({ numbers, of }: { numbers: EntryNumbers; of: keyof typeof wordings }) {
  const { campaigns, supporters, yearlyCents, trendingScore } = numbers
  const words = wordings[of]
  return (
    <section aria-label={m.directory_numbers()} className="border-y-4 border-ink">
      <div className="page-column py-4">
        <dl className="grid grid-cols-2 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,6fr)_minmax(0,4fr)_minmax(0,4fr)]">
          <Tile label={words.campaigns({ count: campaigns })}>
            <CountUp value={campaigns} format={compactNumber} className={figure} />
          </Tile>
          <Tile label={m.directory_supporters_count({ count: supporters })}>
            <People supporters={supporters} />
          </Tile>
          <Tile label={words.impact()}>
            {yearlyCents > 0 ? <CountUp value={yearlyCents} format={compactCents} className={figure} /> : <span className={figure}>{words.noImpact}</span>}
            {yearlyCents > 0 && <span className="type-title text-muted">{m.explore_impact()}</span>}
          </Tile>
          <Tile label={words.trending()}>
            <span className="type-figure text-2xl leading-none text-muted">{compactNumber(Math.round(trendingScore))}</span>
            <HeatBadge trendingScore={trendingScore} />
          </Tile>
        </dl>
        <HowCounted>
          {[
            m.directory_how_campaigns(),
            (readSite().countsAccounts ? m.directory_how_accounts : m.directory_how_supporters)(),
            m.directory_how_impact(),
            m.directory_how_trending(),
          ].map((how) => (
            <span key={how} className="block not-first:mt-2">
              {how}
            </span>
          ))}
        </HowCounted>
      </div>
    </section>
  )
}

const figure = 'type-figure text-3xl leading-none'
const mark = '\u0000'

/** The number is part of the sentence, for example "295 people are taking action", so it is not repeated. */
function People({ supporters }: { supporters: number }) {
  const large = <CountUp value={supporters} className="type-figure text-5xl leading-none" />
  if (supporters === 0) return large
  const sentence = m.directory_banner({ count: supporters, shown: mark })
  return <span>{sentence.split(/(\0)/).map((part) => (part === mark ? <Fragment key={part}>{large}</Fragment> : <span key={part}>{part}</span>))}</span>
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col border-line max-lg:odd:pe-4 max-lg:even:border-s max-lg:even:ps-4 lg:px-6 lg:not-first:border-s lg:first:ps-0 lg:last:pe-0">
      <dt className="font-semibold">{label}</dt>
      <dd className="mt-1 flex grow flex-wrap items-end gap-x-2 gap-y-1 max-lg:content-start lg:content-end">{children}</dd>
    </div>
  )
}
