import { useQuery } from '@tanstack/react-query'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { blockOf } from './api.ts'
import { useSetBlock } from './use-set-block.ts'

/** Mutes or blocks a person on the person's profile, or ends it. */
export function BlockControls({ personId }: { personId: string }) {
  const { data } = useQuery(blockOf(personId))
  const { setBlock, isPending, problem } = useSetBlock(personId)
  if (!data) return null
  const { kind } = data
  return (
    <section aria-label={m.blocks_title()} className="flex max-w-prose flex-col items-start gap-3">
      {kind === null ? (
        <>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" pending={isPending} onClick={() => setBlock('mute')}>
              {m.blocks_mute()}
            </Button>
            <Button size="sm" tone="danger" pending={isPending} onClick={() => setBlock('block')}>
              {m.blocks_block()}
            </Button>
          </div>
          <div className="text-sm text-muted">
            <p>{m.blocks_mute_means()}</p>
            <p>{m.blocks_block_means()}</p>
          </div>
        </>
      ) : (
        <>
          <p role="status" className="font-semibold">
            {kind === 'mute' ? m.blocks_is_muted() : m.blocks_is_blocked()}
          </p>
          <Button size="sm" pending={isPending} onClick={() => setBlock(null)}>
            {kind === 'mute' ? m.blocks_unmute() : m.blocks_unblock()}
          </Button>
        </>
      )}
      <p role="alert" className="font-semibold text-danger-text empty:hidden">
        {problem}
      </p>
    </section>
  )
}
