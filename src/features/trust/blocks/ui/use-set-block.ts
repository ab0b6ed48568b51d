import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#messages'
import { failureText } from '#platform/client/failure-text.ts'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { formatCount } from '#platform/format.ts'
import { type BlockKind, mostBlocks } from '../terms.ts'
import { api } from './api.ts'

const problems = { TOO_MANY_BLOCKS: () => m.blocks_too_many({ most: formatCount(mostBlocks) }), NOT_FOUND: m.blocks_change_failed }

/** Mutes or blocks a person; null ends it. Refetches the page afterwards, because it may show texts of this person. */
export function useSetBlock(personId: string) {
  const queryClient = useQueryClient()
  const setting = useMutation({
    mutationFn: async (kind: BlockKind | null) => (kind === null ? api.remove.call({ personId }) : api.set.call({ personId, kind })),
    onSuccess: () => refetchAfterMutation(queryClient),
  })
  return {
    setBlock: (kind: BlockKind | null) => setting.mutate(kind),
    isPending: setting.isPending,
    problem: setting.isError ? failureText(setting.error, problems) : null,
  }
}
