import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button, buttonClass } from '#design/button.tsx'
import { EmptyState, ErrorState } from '#design/states.tsx'
import { useToast } from '#design/toasts.tsx'
import type { Community } from '#features/communities/contract.ts'
import { countedCases } from '#features/reports/terms.ts'
import { CaseContext } from '#features/reports/ui/case-context.tsx'
import { CaseReports } from '#features/reports/ui/case-reports.tsx'
import { SubjectExcerpt } from '#features/reports/ui/subject-excerpt.tsx'
import { m } from '#messages'
import { failureText } from '#platform/client/failure-text.ts'
import { formatCount, formatCountUpTo, fullDay } from '#platform/format.ts'
import type { CommunityCase } from '../contract.ts'
import { mayDecideReports } from '../policy.ts'
import { api, casesIn } from './api.ts'
import { refusals } from './refusals.ts'

const RemoveDialog = lazy(() => import('./remove-dialog.tsx').then((part) => ({ default: part.RemoveDialog })))

type ReportsProps = { community: Pick<Community, 'id' | 'viewer' | 'moderation'> }

/** For the owner and mods of a community: what was reported in it. Nothing for everybody else. */
export function CommunityReports({ community }: ReportsProps) {
  if (!mayDecideReports({ viewer: community.viewer, isModerated: community.moderation !== null })) return <EmptyState title={m.community_reports_mods_only()} />
  return <Cases communityId={community.id} />
}

function Cases({ communityId }: { communityId: string }) {
  const { data, refetch } = useQuery(casesIn(communityId))
  if (!data) return <ErrorState title={m.queue_failed()} onRetry={() => void refetch()} />
  const more = data.total - data.items.length
  return (
    <section aria-labelledby="community-reports">
      <h2 id="community-reports" className="type-title text-2xl">
        {m.community_reports_title()}
      </h2>
      <p className="mt-2 max-w-prose text-muted">{m.community_reports_lead()}</p>
      {data.items.length === 0 && <EmptyState level={3} title={m.queue_empty()} className="mt-6" />}
      <ul className="mt-6">
        {data.items.map((item) => (
          <Case key={item.id} communityId={communityId} item={item} />
        ))}
      </ul>
      {more > 0 && <p className="mt-4 text-muted">{m.queue_more({ count: formatCountUpTo(more, countedCases - data.items.length) })}</p>}
    </section>
  )
}

type CaseProps = { communityId: string; item: CommunityCase }

/** All reports about one post or comment, and what the owner or a mod can do. */
function Case({ communityId, item: { id, version, subject, reporters, openedAt, isClaimed, reports } }: CaseProps) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const refetch = () => queryClient.invalidateQueries({ queryKey: casesIn(communityId).queryKey })
  async function keep() {
    setSaving(true)
    try {
      await api.decide.call({ caseId: id, state: 'kept', version })
      toast({ text: m.community_reports_kept() })
    } catch (error) {
      toast({ text: failureText(error, refusals, m.community_reports_failed), tone: 'problem' })
    }
    await refetch()
    setSaving(false)
  }
  return (
    <li className="flex flex-col gap-4 border-t-2 border-ink py-6">
      <p className="text-sm text-muted">
        {m.queue_reporters({ count: reporters, shown: formatCount(reporters) })}
        {' · '}
        {fullDay(openedAt)}
      </p>
      <SubjectExcerpt subject={subject} />
      <CaseContext kind={subject.kind} query={api.context.queryOptions({ input: { caseId: id } })} />
      <CaseReports reports={reports} />
      {isClaimed && <p className="font-semibold">{m.community_reports_claimed()}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <a href={subject.path} className={buttonClass()}>
          {m.queue_open()}
        </a>
        <Button pending={isSaving} disabled={isClaimed} onClick={() => void keep()}>
          {m.queue_keep()}
        </Button>
        <Button disabled={isClaimed} onClick={() => setRemoving(true)}>
          {m.moderation_remove()}
        </Button>
      </div>
      {isRemoving && (
        <Suspense fallback={null}>
          <RemoveDialog caseId={id} version={version} onRemoved={refetch} onClose={() => setRemoving(false)} />
        </Suspense>
      )}
    </li>
  )
}
