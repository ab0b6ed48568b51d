import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { Section } from '#design/section.tsx'
import { SegmentedLinks } from '#design/segmented-links.tsx'
import { EmptyState, ErrorState } from '#design/states.tsx'
import { campaignSorts } from '#features/campaigns/terms.ts'
import { CardGrid } from '#features/campaigns/ui/card-grid.tsx'
import { CardGridSkeleton } from '#features/campaigns/ui/card-grid-skeleton.tsx'
import { sortTexts } from '#features/campaigns/ui/filter-chips.tsx'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { campaignPages, type DirectoryEntry } from './api.ts'
import { type EntrySearch, readEntrySearch } from './entry-search.ts'
import { addressOf } from './load.ts'
import { SearchForm } from './search-form.tsx'

type Listed = { subject: DirectoryEntry; search: EntrySearch }

/** The active campaigns, with search and sort order. */
export function Campaigns({ subject, search }: Listed) {
  const { q, cursor: _cursor, ...others } = search
  return (
    <Section
      id="campaigns"
      title={m.directory_active_campaigns()}
      aside={
        readSite().viewer && (
          <Link to="/campaigns/create" search={aboutOf(subject)} className={buttonClass({ size: 'sm' })}>
            {m.directory_create()}
          </Link>
        )
      }
    >
      <SearchForm name="q" value={q} label={m.directory_search_campaigns()} kept={others} action={addressOf(subject)} />
      <div className="mt-2 mb-5">
        <SegmentedLinks
          label={m.campaigns_sort()}
          options={campaignSorts}
          chosen={search.sort ?? 'trending'}
          text={(sort) => sortTexts[sort]()}
          link={(sort, look) => <Link to="." search={readEntrySearch({ ...search, cursor: '', sort })} {...look} />}
        />
      </div>
      <Cards subject={subject} search={search} />
    </Section>
  )
}

/** A campaign that is started from a target's page is about that target. */
const aboutOf = ({ kind, slug }: DirectoryEntry) => (kind === 'targets' ? { target: slug } : {})

function Cards({ subject, search }: Listed) {
  const list = useInfiniteQuery(campaignPages(subject, search))
  if (!list.data)
    return list.isError ? <ErrorState level={3} title={m.directory_part_failed()} onRetry={() => list.refetch()} /> : <CardGridSkeleton cards={4} isNarrow />
  const campaigns = list.data.pages.flatMap(({ items }) => items)
  if (campaigns.length === 0) return <Nothing subject={subject} search={search} />
  return (
    <>
      {/* Who reads about a company looks for what is asked of it. */}
      <CardGrid campaigns={campaigns} isCompact isNarrow words={subject.kind === 'targets' ? (text) => text : undefined} />
      <div className="mt-4">
        <LoadMore
          list={list}
          hrefFrom={(cursor) => addressOf(subject, { ...search, cursor })}
          first={search.cursor !== undefined && ((look) => <Link to="." search={{ ...search, cursor: undefined }} {...look} />)}
        />
      </div>
    </>
  )
}

function Nothing({ subject, search }: Listed) {
  if (search.q) {
    return (
      <EmptyState
        level={3}
        title={m.directory_no_match()}
        action={
          <Link to="." search={{ ...search, q: undefined, cursor: undefined }} resetScroll={false} className={buttonClass()}>
            {m.directory_clear()}
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      level={3}
      title={subject.kind === 'causes' ? m.directory_none_cause() : m.directory_none()}
      action={
        <Link to="/campaigns/create" search={aboutOf(subject)} className={buttonClass({ tone: 'primary' })}>
          {m.directory_start()}
        </Link>
      }
    />
  )
}
