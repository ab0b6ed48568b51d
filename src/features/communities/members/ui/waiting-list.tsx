import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadMore } from '#design/load-more.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { Moment } from '#design/time.tsx'
import { m } from '#messages'
import type { Waiting } from '../contract.ts'
import { PersonRow } from './member-row.tsx'

type List<Item> = Pick<
  UseInfiniteQueryResult<{ pages: { items: Item[]; nextCursor: string | null }[] }>,
  'data' | 'isError' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>
type WaitingListProps<Item> = {
  list: List<Item>
  empty: string
  since: string
  now: Date
  /** Text after the time. */
  more?: (one: Item) => ReactNode
  actions: (one: Item) => ReactNode
}

/** A list of requests, mutes or bans, each with its actions. */
export function WaitingList<Item extends Waiting>({ list, empty, since, now, more, actions }: WaitingListProps<Item>) {
  if (!list.data)
    return list.isError ? <ErrorState level={3} title={m.community_members_load_failed()} onRetry={() => list.refetch()} /> : <SkeletonLines lines={2} />
  const people = list.data.pages.flatMap(({ items }) => items)
  if (people.length === 0) return <p className="text-muted">{empty}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {people.map((one) => (
          <li key={one.person.id} className="py-2">
            <PersonRow
              person={one.person}
              line={
                <>
                  {since} <Moment at={one.since} now={now} />
                  {more?.(one)}
                </>
              }
            >
              <div className="flex gap-2">{actions(one)}</div>
            </PersonRow>
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </>
  )
}
