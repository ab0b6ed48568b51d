import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button, buttonClass } from '#design/button.tsx'
import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'
import { EmptyState, ErrorState } from '#design/states.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import { reasonTexts } from '../../ui/report-texts.ts'
import { SubjectExcerpt } from '../../ui/subject-excerpt.tsx'
import type { QueueItem } from '../contract.ts'
import { api, openReports } from './api.ts'

/** Page for moderators: what people reported. Hiding and removing happens where the content is; that ends its reports too. */
export function QueuePage() {
  const { data, refetch } = useQuery(openReports())
  const now = useNow()
  if (!data) return <ErrorState title={m.queue_failed()} onRetry={() => void refetch()} />
  return (
    <div className="page-column py-6 md:py-10">
      <h1 className="type-title text-3xl">{m.queue_title()}</h1>
      <p className="mt-2 max-w-prose text-muted">{m.queue_lead()}</p>
      {data.items.length === 0 && <EmptyState title={m.queue_empty()} className="mt-8" />}
      <ul className="mt-8">
        {data.items.map((item) => (
          <Case key={item.id} item={item} now={now} />
        ))}
      </ul>
      {data.total > data.items.length && <p className="mt-4 text-muted">{m.queue_more({ count: formatCount(data.total - data.items.length) })}</p>}
    </div>
  )
}

function Case({ item: { kind, subjectId, subject, isUrgent, reporters, openedAt, reports }, now }: { item: QueueItem; now: Date }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  async function keep() {
    setSaving(true)
    await api.keep.call({ kind, id: subjectId }).catch(() => toast({ text: m.queue_keep_failed(), tone: 'problem' }))
    await queryClient.invalidateQueries({ queryKey: openReports().queryKey })
    setSaving(false)
  }
  return (
    <li className="flex flex-col gap-4 border-t-2 border-ink py-6">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {isUrgent && <Badge tone="active">{m.queue_urgent()}</Badge>}
        {m.queue_reporters({ count: reporters, shown: formatCount(reporters) })}
        {' · '}
        <Moment at={openedAt} now={now} />
      </p>
      {subject ? <SubjectExcerpt subject={subject} /> : <p>{m.queue_no_subject()}</p>}
      <ul className="flex flex-col gap-3">
        {reports.map(({ id, reason, details, notice }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <p className="font-semibold">{reasonTexts[reason].label()}</p>
            {details && <p dir="auto">{details}</p>}
            {notice && (
              <p dir="auto" className="text-sm text-muted">
                {[notice.law, notice.name, notice.email].filter(Boolean).join(' · ')}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {subject && (
          <a href={subject.path} className={buttonClass()}>
            {m.queue_open()}
          </a>
        )}
        <Button pending={isSaving} onClick={() => void keep()}>
          {m.queue_keep()}
        </Button>
      </div>
    </li>
  )
}

export function QueueLoading() {
  return (
    <div className="page-column py-6 md:py-10">
      <LoadingNotice />
      <Skeleton className="h-10 w-72 max-w-full" />
      <div className="mt-10">
        <SkeletonLines lines={10} />
      </div>
    </div>
  )
}

export function QueueFailed({ reset }: { reset: () => void }) {
  return (
    <div className="page-column py-6 md:py-10">
      <ErrorState title={m.queue_failed()} onRetry={reset} />
    </div>
  )
}
