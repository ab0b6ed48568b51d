import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { cardLinkClass } from '#design/card.ts'
import { Section } from '#design/section.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { m } from '#messages'
import { compactCents, compactNumber } from '#platform/format.ts'
import type { Around } from '../contract.ts'
import { aroundOf, type DirectoryEntry } from './api.ts'
import { rowClass } from './row-class.ts'

/** Related entries, and on a target's page the alternatives. Empty lists are not shown. */
export function AroundLists({ subject }: { subject: DirectoryEntry }) {
  const { data, isError, refetch } = useQuery(aroundOf(subject))
  if (!data) return isError ? <ErrorState title={m.directory_part_failed()} onRetry={() => refetch()} /> : <SkeletonLines lines={6} />
  const title = subject.kind === 'industries' ? m.directory_top_impacted() : m.directory_top_targets()
  return (
    <>
      <Targets targets={data.targets} title={title} />
      {subject.kind === 'targets' && <Alternatives alternatives={data.alternatives} title={m.directory_alternatives_target()} />}
      <Related list={data.causes} to="/causes/$slug" title={m.directory_related_causes()} />
      <Related list={data.industries} to="/industries/$slug" title={m.directory_related_industries()} />
    </>
  )
}

/** Alternatives named by the campaigns of an industry or a cause. `AroundLists` shows the error if loading fails. */
export function CommonAlternatives({ subject }: { subject: DirectoryEntry }) {
  const { data } = useQuery(aroundOf(subject))
  return data ? <Alternatives alternatives={data.alternatives} title={m.directory_alternatives()} /> : null
}

function Alternatives({ alternatives, title }: { alternatives: Around['alternatives']; title: string }) {
  if (alternatives.length === 0) return null
  return (
    <Section id="alternatives" title={title}>
      <ul>
        {alternatives.map(({ name, url, campaigns }) => (
          <li key={name.toLowerCase()} className={rowClass}>
            {url ? (
              <a
                href={url}
                rel="nofollow ugc noopener noreferrer"
                target="_blank"
                className="link target-44 relative inline-flex items-baseline gap-1.5 font-semibold"
              >
                <bdi>{name}</bdi>
                <ExternalLink className="size-3.5 shrink-0 self-center" aria-hidden="true" />
              </a>
            ) : (
              <bdi className="font-semibold">{name}</bdi>
            )}
            <p className="text-sm text-muted tabular-nums">{m.directory_recommended({ count: campaigns })}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type RelatedProps = { list: Around['causes']; to: '/causes/$slug' | '/industries/$slug'; title: string }

function Related({ list, to, title }: RelatedProps) {
  if (list.length === 0) return null
  return (
    <Section id={to.slice(1, 4)} title={title}>
      <ul>
        {list.map(({ slug, name, campaigns }) => (
          <li key={slug} className={`${rowClass} flex items-baseline justify-between gap-4 hover:bg-sunk`}>
            <Link to={to} params={{ slug }} className={`${cardLinkClass} min-w-0 font-semibold [overflow-wrap:anywhere]`}>
              <bdi>{name}</bdi>
            </Link>
            <span className="shrink-0 text-sm text-muted tabular-nums">{m.directory_in_campaigns({ count: campaigns })}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Targets({ targets, title }: { targets: Around['targets']; title: string }) {
  if (targets.length === 0) return null
  return (
    <Section id="top" title={title}>
      <ol>
        {targets.map(({ slug, name, numbers }, index) => (
          <li key={slug} className={`${rowClass} grid grid-cols-[1.75rem_1fr_auto] items-baseline gap-x-2 hover:bg-sunk`}>
            <span aria-hidden="true" className="type-figure text-xl leading-none text-accent-text">
              {index + 1}
            </span>
            <Link to="/targets/$slug" params={{ slug }} className={`${cardLinkClass} min-w-0 font-semibold [overflow-wrap:anywhere]`}>
              <bdi>{name}</bdi>
            </Link>
            <span className="text-end">
              {numbers.yearlyCents > 0 && (
                <>
                  <span className="type-figure text-lg leading-none">{compactCents(numbers.yearlyCents)}</span>
                  <span className="text-xs text-muted"> {m.explore_impact()}</span>
                </>
              )}
            </span>
            <span className="col-start-2 text-sm text-muted tabular-nums">
              {m.directory_people({ count: numbers.supporters, shown: compactNumber(numbers.supporters) })}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
