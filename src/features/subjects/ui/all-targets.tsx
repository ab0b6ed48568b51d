import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadMore } from '#design/load-more.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { EmptyState, ErrorState } from '#design/states.tsx'
import { targetHas, targetSorts } from '#features/targets/terms.ts'
import { TargetTile } from '#features/targets/ui/public.ts'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { type Subject, targetCounts, targetPages } from './api.ts'
import { addressOf } from './load.ts'
import { SearchForm } from './search-form.tsx'
import { Section } from './section.tsx'
import { readSubjectSearch, type SubjectSearch } from './subject-search.ts'

type Listed = { subject: Subject; search: SubjectSearch }

const filterTexts = { all: m.subjects_filter_all, campaigns: m.subjects_filter_with, none: m.subjects_filter_without }
const sortTexts = { az: m.subjects_sort_az, campaigns: m.subjects_sort_campaigns, supporters: m.subjects_sort_supporters, impact: m.subjects_sort_impact }

/** All targets of an industry, or those that a cause's campaigns are about, with and without active campaigns. */
export function AllTargets({ subject, search }: Listed) {
  const { search: text, from: _from, ...others } = search
  return (
    <Section id="targets" title={m.subjects_all_targets({ name: subject.name })}>
      <SearchForm name="search" value={text} label={m.subjects_search_targets()} kept={others} action={addressOf(subject)} />
      <div className="my-4 flex flex-wrap gap-x-6 gap-y-3">
        <Filters subject={subject} search={search} />
        <Choice label={m.subjects_sort()}>
          {targetSorts.map((order) => (
            <Option key={order} search={{ ...search, order: order === 'az' ? undefined : order }} isChosen={order === (search.order ?? 'az')}>
              {sortTexts[order]()}
            </Option>
          ))}
        </Choice>
      </div>
      <Cards subject={subject} search={search} />
    </Section>
  )
}

function Filters({ subject, search }: Listed) {
  const { data } = useQuery(targetCounts(subject, search))
  return (
    <Choice label={m.subjects_filter()}>
      {targetHas.map((has) => (
        <Option key={has} search={{ ...search, has: has === 'all' ? undefined : has }} isChosen={has === (search.has ?? 'all')}>
          {filterTexts[has]()}
          {data && <span className="ms-1.5 font-normal tabular-nums opacity-75">{formatCount(data[has])}</span>}
        </Option>
      ))}
    </Choice>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-px rounded-sm border border-edge bg-line">
      {children}
    </nav>
  )
}

function Option({ search, isChosen, children }: { search: SubjectSearch; isChosen: boolean; children: ReactNode }) {
  return (
    <Link
      to="."
      search={readSubjectSearch({ ...search, from: undefined })}
      resetScroll={false}
      activeOptions={{ exact: true, includeSearch: true }}
      data-chosen={isChosen || undefined}
      className="type-label inline-flex min-h-11 grow items-center justify-center bg-raised px-3 text-sm no-underline hover:bg-sunk data-chosen:bg-ink data-chosen:text-paper"
    >
      {children}
    </Link>
  )
}

function Cards({ subject, search }: Listed) {
  const list = useInfiniteQuery(targetPages(subject, search))
  if (!list.data) return list.isError ? <ErrorState level={3} title={m.subjects_part_failed()} onRetry={() => list.refetch()} /> : <SkeletonLines lines={8} />
  const targets = list.data.pages.flatMap(({ items }) => items)
  const from = list.data.pages.at(-1)?.nextCursor
  if (targets.length === 0) return <EmptyState level={3} title={m.subjects_targets_empty()} />
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2">
        {targets.map((target) => (
          <li key={target.id} className="min-w-0">
            <TargetTile target={target} level={3} withoutIndustry={subject.kind === 'industries'} />
          </li>
        ))}
      </ul>
      <LoadMore
        list={list}
        href={from ? addressOf(subject, { ...search, from }) : undefined}
        first={search.from !== undefined && ((look) => <Link to="." search={{ ...search, from: undefined }} {...look} />)}
      />
    </>
  )
}
