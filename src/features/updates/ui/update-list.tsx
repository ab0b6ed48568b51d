import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { PillButton } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { useNow } from '#design/time.tsx'
import { unseen } from '#features/discussion/ui/use-news.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { cachedItems } from '#platform/client/pages.ts'
import { reveal } from '#platform/client/reveal.ts'
import type { Update } from '../contract.ts'
import { api, updatePages } from './api.ts'
import { UpdateItem, updateAnchor } from './update-item.tsx'

type UpdateListProps = {
  campaignId: string
  /** True if updates can be posted. */
  isActive: boolean
  /** False if a moderator hid the campaign: its updates cannot be deleted then. */
  isWritable?: boolean
  /** The time of the server rendering, from which ages are computed until hydration. Without it dates and times are shown instead. */
  renderedAt?: number
  /** Cursor at which the list starts, for a link to an update that is not on the first page. */
  start?: string | undefined
  /** The update that the address links to. */
  linkedId?: string | null
  /** Ids of the newest updates, from the live stream. */
  news?: readonly string[] | undefined
  /** The address of the list from `cursor` on, or of its start. If it is missing, more updates can be loaded by a button only. */
  hrefFrom?: (cursor: string | undefined) => string
}

/** A campaign's updates, newest first. New ones are shown only after a button was pressed, so that the list does not move while it is read. */
export function UpdateList({ campaignId, isActive, isWritable = true, renderedAt, start, linkedId = null, news = [], hrefFrom }: UpdateListProps) {
  const queryClient = useQueryClient()
  const list = useSuspenseInfiniteQuery(updatePages(campaignId, start))
  const now = useNow(renderedAt)
  const updates = list.data.pages.flatMap(({ items }) => items)
  const newest = list.data.pages[0]?.newest ?? null
  const known = new Set(cachedItems<Update>(queryClient, api.list.key({ input: { id: campaignId } })).map(({ id }) => id))
  const fresh = unseen(news, { newest, known })
  const [shown, setShown] = useState<string | null>(linkedId)
  const show = useEffectEvent((id: string) => reveal(updateAnchor(id)))
  useEffect(() => setShown(linkedId), [linkedId])
  useEffect(() => (shown ? show(shown) : undefined), [shown])

  async function showFresh() {
    const first = fresh[0]
    await list.refetch()
    setShown(first ?? null)
  }

  if (updates.length === 0 && fresh.length === 0) {
    return isActive ? (
      <EmptyState level={3} title={m.updates_empty()}>
        {m.updates_empty_text(nouns)}
      </EmptyState>
    ) : (
      <EmptyState level={3} title={m.updates_empty_ended()} />
    )
  }
  return (
    <>
      {/* Has no height, so that the list does not move when the button appears. */}
      <div role="status" className="sticky top-20 z-10 flex h-0 items-start justify-center">
        {fresh.length > 0 && !start && <PillButton onClick={showFresh}>{m.updates_new({ count: fresh.length })}</PillButton>}
      </div>
      {start && hrefFrom && (
        <p className="py-2">
          <a href={hrefFrom(undefined)} className="link inline-flex min-h-11 items-center font-semibold">
            {m.updates_newest()}
          </a>
        </p>
      )}
      <div className="divide-y divide-line">
        {updates.map((update) => (
          <UpdateItem key={update.id} update={update} isWritable={isWritable} now={renderedAt === undefined ? undefined : now} />
        ))}
      </div>
      <LoadMore list={list} hrefFrom={hrefFrom} />
    </>
  )
}
