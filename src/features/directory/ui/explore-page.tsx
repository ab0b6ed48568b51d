import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#design/button.tsx'
import type { EntryNumbers } from '#features/pledges/tallies/contract.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { compactNumber } from '#platform/format.ts'
import { movingCauses } from '../causes/ui/api.ts'
import { CauseIcon } from '../causes/ui/cause-icon.tsx'
import { movingIndustries } from '../industries/ui/api.ts'
import { TargetLogo } from '../targets/ui/target-logo.tsx'
import { biggestTargets } from '../targets/ui/targets-search.ts'

/** Number of entries of each kind on the page. */
export const named = 5

/** Lists the largest targets and the trending industries and causes. */
export function ExplorePage() {
  const targets = useSuspenseQuery(biggestTargets(named)).data.items
  const industries = useSuspenseQuery(movingIndustries(named)).data.items
  const causes = useSuspenseQuery(movingCauses(named)).data.items
  return (
    <>
      <div className="grid gap-x-10 gap-y-12 lg:grid-cols-3">
        <Way
          title={m.explore_targets()}
          text={m.explore_targets_text()}
          all={<AllLink to="/targets" words={m.explore_targets_all()} />}
          isEmpty={targets.length === 0}
        >
          {targets.map((target) => (
            <Row key={target.id} numbers={target.numbers} picture={<TargetLogo target={target} size="sm" />}>
              <Link to="/targets/$slug" params={{ slug: target.slug }} className={rowLink}>
                {target.name}
              </Link>
            </Row>
          ))}
        </Way>
        <Way
          title={m.explore_industries()}
          text={m.explore_industries_text()}
          all={<AllLink to="/industries" words={m.explore_industries_all()} />}
          isEmpty={industries.length === 0}
        >
          {industries.map(({ id, slug, name, numbers }) => (
            <Row key={id} numbers={numbers}>
              <Link to="/industries/$slug" params={{ slug }} className={rowLink}>
                {name}
              </Link>
            </Row>
          ))}
        </Way>
        <Way
          title={m.explore_causes()}
          text={m.explore_causes_text()}
          all={<AllLink to="/causes" words={m.explore_causes_all()} />}
          isEmpty={causes.length === 0}
        >
          {causes.map(({ id, slug, name, icon, numbers }) => (
            <Row key={id} numbers={numbers} picture={<CauseIcon icon={icon} className="size-6 shrink-0" />}>
              <Link to="/causes/$slug" params={{ slug }} className={rowLink}>
                {name}
              </Link>
            </Row>
          ))}
        </Way>
      </div>
      <aside className="mt-6 flex flex-wrap items-center justify-between gap-x-10 gap-y-4 border-y-4 border-ink py-6">
        <div>
          <h2 className="type-title text-2xl">{m.explore_start_title()}</h2>
          <p className="mt-1 max-w-prose text-muted">{m.explore_start_text()}</p>
        </div>
        <Link to="/campaigns/create" className={buttonClass({ tone: 'primary', size: 'lg' })}>
          <Plus className="size-5" strokeWidth={3} aria-hidden="true" />
          {m.explore_start(nouns)}
        </Link>
      </aside>
    </>
  )
}

const rowLink = 'inline-flex min-h-11 items-center font-semibold no-underline after:absolute after:inset-0 hover:underline hover:underline-offset-4'

type WayProps = { title: string; text: string; all: ReactNode; isEmpty: boolean; children: ReactNode }

function Way({ title, text, all, isEmpty, children }: WayProps) {
  return (
    <section className="flex min-w-0 flex-col border-t-4 border-ink pt-3">
      <h2 className="type-title text-3xl">{title}</h2>
      <p className="mt-1 text-sm text-muted lg:min-h-[2lh]">{text}</p>
      {isEmpty ? (
        <p className="mt-4 border-y border-line py-4 text-muted">{m.explore_none_yet()}</p>
      ) : (
        <ol className="mt-4 divide-y divide-line border-y border-line">{children}</ol>
      )}
      <p className="mt-3">{all}</p>
    </section>
  )
}

type RowProps = { numbers: EntryNumbers; picture?: ReactNode; children: ReactNode }

function Row({ numbers: { supporters }, picture, children }: RowProps) {
  return (
    <li className="relative flex min-h-16 items-center gap-3 py-1">
      {picture}
      <span dir="auto" className="min-w-0 grow leading-snug [overflow-wrap:anywhere]">
        {children}
      </span>
      <span className="min-w-20 shrink-0 text-end">
        <span className="type-figure block text-xl leading-none">{compactNumber(supporters)}</span>
        <span className="text-xs text-muted">{m.pledges_supporters({ count: supporters })}</span>
      </span>
    </li>
  )
}

function AllLink({ to, words }: { to: '/targets' | '/industries' | '/causes'; words: string }) {
  return (
    <Link to={to} className={buttonClass()}>
      {words}
      <ArrowRight className="size-4 rtl:-scale-x-100" aria-hidden="true" />
    </Link>
  )
}
