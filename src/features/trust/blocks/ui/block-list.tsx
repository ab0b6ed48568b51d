import { useInfiniteQuery } from '@tanstack/react-query'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { PersonLink } from '#features/accounts/ui/person-link.tsx'
import { m } from '#messages'
import type { Block } from '../contract.ts'
import { ownBlocks } from './api.ts'
import { useSetBlock } from './use-set-block.ts'

/** Everybody whom the viewer has muted or blocked, each with a button to undo it. */
export function BlockList() {
  const list = useInfiniteQuery(ownBlocks())
  if (list.isError && !list.data) {
    return (
      <ErrorState title={m.blocks_failed()} level={3} onRetry={() => void list.refetch()}>
        {null}
      </ErrorState>
    )
  }
  if (!list.data) return <SkeletonLines lines={2} />
  const blocks = list.data.pages.flatMap(({ items }) => items)
  if (blocks.length === 0) return <p className="max-w-prose text-muted">{m.blocks_none()}</p>
  return (
    <div>
      <ul className="-mt-4 divide-y divide-line border-b border-line">
        {blocks.map((block) => (
          <Row key={block.person.id} block={block} />
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  )
}

function Row({ block: { person, kind } }: { block: Block }) {
  const { setBlock, isPending, problem } = useSetBlock(person.id)
  const { name } = person
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <PersonLink person={person} className="font-semibold" />
        <Badge tone="outlined">{kind === 'mute' ? m.blocks_muted() : m.blocks_blocked()}</Badge>
      </p>
      <Button
        size="sm"
        pending={isPending}
        onClick={() => setBlock(null)}
        aria-label={kind === 'mute' ? m.blocks_unmute_named({ name }) : m.blocks_unblock_named({ name })}
      >
        {kind === 'mute' ? m.blocks_unmute() : m.blocks_unblock()}
      </Button>
      <p role="alert" className="basis-full font-semibold text-danger-text empty:hidden">
        {problem}
      </p>
    </li>
  )
}
