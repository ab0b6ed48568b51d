import { useQuery } from '@tanstack/react-query'
import { Page, PageLoading, StaticFailedPage } from '#design/page-states.tsx'
import { EmptyState } from '#design/states.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { RuleLine } from '#features/moderation/ui/rule-line.tsx'
import { SubjectExcerpt } from '#features/reports/ui/subject-excerpt.tsx'
import { m } from '#messages'
import { formatCount, fullDay } from '#platform/format.ts'
import { fullTime } from '#platform/time-text.ts'
import type { OpenAppeal } from '../contract.ts'
import { samePersonFrom } from '../policy.ts'
import { openAppeals } from './api.ts'
import { DecideForm } from './decide-form.tsx'

/** Page for moderators: the open appeals, oldest first. */
export function AppealsPage() {
  const { data, dataUpdatedAt, refetch } = useQuery(openAppeals())
  const now = useNow(dataUpdatedAt || undefined)
  if (!data) return <AppealsFailed reset={() => void refetch()} />
  return (
    <Page title={m.appeals_list()} lead={m.appeals_list_lead()}>
      {data.items.length === 0 && <EmptyState title={m.appeals_list_empty()} className="mt-8" />}
      <ul className="mt-8">
        {data.items.map((item) => (
          <Item key={item.id} item={item} now={now} />
        ))}
      </ul>
      {data.total > data.items.length && <p className="mt-4 text-muted">{m.appeals_list_more({ count: formatCount(data.total - data.items.length) })}</p>}
    </Page>
  )
}

function Item({ item: { id, body, sentAt, decision, subject, barrier }, now }: { item: OpenAppeal; now: Date }) {
  const by = { name: decision.moderatorName, date: fullDay(decision.decidedAt) }
  const isSuspension = decision.state === 'suspended'
  const barred = {
    author: m.appeals_barrier_author,
    decider: m.appeals_barrier_decider,
    admins: m.appeals_barrier_admins,
    early: () => m.appeals_barrier_early({ time: fullTime(samePersonFrom(sentAt)) }),
  }
  return (
    <li className="flex flex-col gap-4 border-t-2 border-ink py-6 [overflow-wrap:anywhere]">
      <p className="text-sm text-muted">
        {m.appeals_sent()} <Moment at={sentAt} now={now} />
      </p>
      {subject ? <SubjectExcerpt subject={subject} /> : <p>{m.appeals_gone()}</p>}
      <div>
        <p className="font-semibold">
          {(isSuspension
            ? m.appeals_suspended_by
            : decision.byMods
              ? m.appeals_mod_removed
              : decision.state === 'removed'
                ? m.appeals_removed_by
                : m.appeals_hid_by)(by)}
        </p>
        <p>
          <RuleLine rule={decision.rule} />
        </p>
        <p dir="auto">{m.moderation_why({ reason: decision.reason })}</p>
      </div>
      <div>
        <p className="font-semibold">{m.appeals_author_says()}</p>
        <p dir="auto" className="whitespace-pre-line">
          {body}
        </p>
      </div>
      {barrier === null ? <DecideForm id={id} isSuspension={isSuspension} /> : <p className="max-w-prose text-muted">{barred[barrier]()}</p>}
    </li>
  )
}

export const AppealsLoading = () => <PageLoading parts={[10]} />

export const AppealsFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.appeals_list_failed()} onRetry={reset} />
