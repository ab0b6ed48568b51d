import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '#design/badge.tsx'
import { buttonClass } from '#design/button.tsx'
import { Page, PageLoading, StaticFailedPage } from '#design/page-states.tsx'
import { EmptyState } from '#design/states.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount, fullDay } from '#platform/format.ts'
import { isWebAddress } from '#platform/text.ts'
import type { EntryKind } from '../../terms.ts'
import type { ReviewedEntry } from '../contract.ts'
import { entriesFor } from './api.ts'
import { EntryActs } from './entry-acts.tsx'
import { Merges } from './merges.tsx'

const kindTexts: Record<EntryKind, () => string> = {
  targets: m.directory_review_target,
  industries: m.directory_review_industry,
  causes: m.directory_review_cause,
}

/** Page for moderators: targets, industries and causes that people named and nobody has looked at. */
export function EntriesPage({ q }: { q: string }) {
  const { data, refetch } = useQuery(entriesFor(q))
  if (!data) return <EntriesFailed reset={() => void refetch()} />
  return (
    <Page title={m.directory_review_title()} lead={m.directory_review_lead(nouns)}>
      <form action="/moderation/entries" className="mt-6 flex flex-wrap items-end gap-3">
        <TextField
          key={q}
          name="q"
          type="search"
          label={m.directory_review_search()}
          defaultValue={q}
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
          className="min-w-0 grow basis-64"
        />
        <button type="submit" className={buttonClass()}>
          {m.directory_review_find()}
        </button>
      </form>
      {q !== '' && (
        <p className="mt-4">
          <Link to="/moderation/$page" params={{ page: 'entries' }} className="link inline-flex min-h-11 items-center">
            {m.directory_review_show_new()}
          </Link>
        </p>
      )}
      {data.items.length === 0 && <EmptyState title={q === '' ? m.directory_review_empty() : m.directory_review_none_found()} className="mt-8" />}
      <ul className="mt-8">
        {data.items.map((entry) => (
          <Item key={entry.id} entry={entry} />
        ))}
      </ul>
      {data.total > data.items.length && <p className="mt-4 text-muted">{m.directory_review_more({ count: formatCount(data.total - data.items.length) })}</p>}
      <Merges />
    </Page>
  )
}

function Item({ entry }: { entry: ReviewedEntry }) {
  const { kind, slug, name, industry, websiteUrl, createdAt, campaigns, campaignCount, lookAlikes, isVerified, isLocked } = entry
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-t-2 border-ink py-5 [overflow-wrap:anywhere]">
      <div className="min-w-0 grow basis-80">
        <p className="flex flex-wrap items-center gap-2">
          <a href={`/${kind}/${encodeURIComponent(slug)}`} className="link type-title text-xl" dir="auto">
            {name}
          </a>
          <Badge tone="outlined">{kindTexts[kind]()}</Badge>
          {!isVerified && <Badge tone="active">{m.directory_review_unverified()}</Badge>}
          {isLocked && <Badge tone="outlined">{m.directory_review_locked()}</Badge>}
        </p>
        <p className="mt-1 text-sm text-muted">
          {[industry, m.directory_review_added({ date: fullDay(createdAt) })].filter((part) => part !== null).join(' · ')}
          {websiteUrl !== null && isWebAddress(websiteUrl) && (
            <>
              {' · '}
              <a href={websiteUrl} target="_blank" rel="noopener nofollow ugc" className="link">
                {new URL(websiteUrl.trim()).hostname}
              </a>
            </>
          )}
        </p>
        <Links
          label={m.directory_review_campaigns()}
          none={m.directory_review_no_campaigns()}
          kind="campaigns"
          items={campaigns.map(({ title, ...rest }) => ({ ...rest, name: title }))}
        />
        {campaignCount > campaigns.length && (
          <p className="text-sm text-muted">{m.directory_review_more({ count: formatCount(campaignCount - campaigns.length) })}</p>
        )}
        {lookAlikes.length > 0 && <Links label={m.directory_review_look_alikes()} kind={kind} items={lookAlikes} />}
      </div>
      <EntryActs entry={entry} />
    </li>
  )
}

type LinksProps = { label: string; none?: string; kind: EntryKind | 'campaigns'; items: { slug: string; name: string }[] }

function Links({ label, none, kind, items }: LinksProps) {
  return (
    <div className="mt-3">
      <p className="font-semibold">{label}</p>
      {items.length === 0 && <p className="text-muted">{none}</p>}
      <ul>
        {items.map(({ slug, name }) => (
          <li key={slug}>
            <a href={`/${kind}/${encodeURIComponent(slug)}`} className="link inline-flex min-h-8 items-center" dir="auto">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

export const EntriesLoading = () => <PageLoading parts={[8]} />

export const EntriesFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.directory_review_load_failed()} onRetry={reset} />
