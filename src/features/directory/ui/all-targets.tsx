import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoadMore } from '#design/load-more.tsx'
import { Section } from '#design/section.tsx'
import { SegmentedLinks } from '#design/segmented-links.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { EmptyState, ErrorState } from '#design/states.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { targetHas, targetSorts } from '../targets/terms.ts'
import { TargetTile } from '../targets/ui/target-tile.tsx'
import { type DirectoryEntry, targetCounts, targetPages } from './api.ts'
import { type EntrySearch, readEntrySearch } from './entry-search.ts'
import { addressOf } from './load.ts'
import { SearchForm } from './search-form.tsx'

type Listed = { subject: DirectoryEntry; search: EntrySearch }

const filterTexts = { all: m.directory_filter_all, campaigns: m.directory_filter_with, none: m.directory_filter_without }
const sortTexts = { az: m.directory_sort_az, campaigns: m.directory_sort_campaigns, supporters: m.directory_sort_supporters, impact: m.directory_sort_impact }

/** Targets of an industry, or of a cause's campaigns, with and without active campaigns. */
export function AllTargets({ subject, search }: Listed) {
  const { search: text, from: _from, ...others } = search
  return (
    <Section id="targets" title={m.directory_all_targets({ name: subject.name })}>
      <SearchForm name="search" value={text} label={m.directory_search_targets()} kept={others} action={addressOf(subject)} />
      <div className="my-4 flex flex-wrap gap-x-6 gap-y-3">
        <Filters subject={subject} search={search} />
        <SegmentedLinks
          label={m.directory_sort()}
          options={targetSorts}
          chosen={search.order ?? 'az'}
          text={(order) => sortTexts[order]()}
          link={(order, look) => <Link to="." search={readEntrySearch({ ...search, from: undefined, order: order === 'az' ? undefined : order })} {...look} />}
          isGridOnPhones
        />
      </div>
      <Cards subject={subject} search={search} />
    </Section>
  )
}

function Filters({ subject, search }: Listed) {
  const { data } = useQuery(targetCounts(subject, search))
  return (
    <SegmentedLinks
      label={m.directory_filter()}
      options={targetHas}
      chosen={search.has ?? 'all'}
      text={(has) => (
        <>
          {filterTexts[has]()}
          {data && <span className="ms-1.5 font-normal tabular-nums opacity-75">{formatCount(data[has])}</span>}
        </>
      )}
      link={(has, look) => <Link to="." search={readEntrySearch({ ...search, from: undefined, has: has === 'all' ? undefined : has })} {...look} />}
    />
  )
}

function Cards({ subject, search }: Listed) {
  const list = useInfiniteQuery(targetPages(subject, search))
  if (!list.data) return list.isError ? <ErrorState level={3} title={m.directory_part_failed()} onRetry={() => list.refetch()} /> : <SkeletonLines lines={8} />
  const targets = list.data.pages.flatMap(({ items }) => items)
  if (targets.length === 0) return <EmptyState level={3} title={m.directory_targets_empty()} />
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
        hrefFrom={(from) => addressOf(subject, { ...search, from })}
        first={search.from !== undefined && ((look) => <Link to="." search={{ ...search, from: undefined }} {...look} />)}
      />
    </>
  )
}
