import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Section } from '#design/section.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { PersonLink } from '#features/accounts/ui/person-link.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { Activity } from '../contract.ts'
import { activityOf, type DirectoryEntry } from './api.ts'
import { rowClass } from './row-class.ts'

/** Events of the last three days, newest first. */
export function Feed({ subject }: { subject: DirectoryEntry }) {
  const { data, isError, refetch, dataUpdatedAt } = useQuery(activityOf(subject))
  const now = useNow(dataUpdatedAt || undefined)
  return (
    <Section id="feed" title={m.directory_feed()}>
      {!data && (isError ? <ErrorState level={3} title={m.directory_part_failed()} onRetry={() => refetch()} /> : <SkeletonLines lines={6} />)}
      {data?.items.length === 0 && <p className="text-muted">{m.directory_feed_empty()}</p>}
      {data && data.items.length > 0 && (
        <ol>
          {data.items.map((item) => (
            <li key={item.type === 'pledges' ? `${item.campaign.slug} ${item.day}` : item.id} className={rowClass}>
              <p dir="auto" className="[overflow-wrap:anywhere]">
                <TextActivity item={item} />
              </p>
              <Moment at={item.at} now={now} className="text-sm text-muted" />
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

const marks = { author: '\u0000', campaign: '\u0001', title: '\u0002' } as const

function TextActivity({ item }: { item: Activity }) {
  const { slug, title } = item.campaign
  if (item.type === 'pledges') {
    const sentence = m.directory_feed_pledges({ count: item.people, shown: formatCount(item.people), campaign: marks.campaign })
    return placed(sentence, { campaign: <CampaignLink slug={slug} title={title} search={{}} /> })
  }
  const author = <PersonLink person={item.author} className="font-semibold" />
  if (item.type === 'update') {
    const link = <CampaignLink slug={slug} title={title} search={{ tab: 'updates', updateId: item.id }} />
    return placed(m.directory_feed_update(marks), { author, campaign: link, title: <bdi>{item.title}</bdi> })
  }
  return placed(m.directory_feed_comments({ ...marks, count: item.comments, shown: formatCount(item.comments) }), {
    author,
    campaign: <CampaignLink slug={slug} title={title} search={{ tab: 'discussion', commentId: item.id }} />,
  })
}

type To = { tab?: 'updates' | 'discussion'; updateId?: string; commentId?: string }

function CampaignLink({ slug, title, search }: { slug: string; title: string; search: To }) {
  return (
    <Link to="/campaigns/$slug" params={{ slug }} search={search} className="link font-semibold">
      <bdi>{title}</bdi>
    </Link>
  )
}

/** Replaces the marks in a sentence by links. Their order may differ between languages. */
function placed(sentence: string, parts: { [Mark in keyof typeof marks]?: ReactNode }): ReactNode {
  const at: Record<string, ReactNode> = { [marks.author]: parts.author, [marks.campaign]: parts.campaign, [marks.title]: parts.title }
  return sentence.split(/([\0\x01\x02])/).map((text) => (text in at ? <span key={text}>{at[text]}</span> : text))
}
