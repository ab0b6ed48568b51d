import { useQueryClient } from '@tanstack/react-query'
import { ModerationBar } from '#features/moderation/ui/moderation-bar.tsx'
import { m } from '#messages'
import type { Community } from '../contract.ts'
import { isOwner } from '../policy.ts'
import { api } from './api.ts'

export function CommunityModeration({ community }: { community: Community }) {
  const queryClient = useQueryClient()
  const { id, slug, name, moderation } = community
  return (
    <ModerationBar
      className="page-column pt-4"
      label={m.moderation_moderate_community({ name })}
      moderation={moderation}
      isAuthor={isOwner(community)}
      decide={async (decision) => {
        const decided = await api.moderate.call({ id, ...decision })
        queryClient.setQueryData(api.get.queryKey({ input: { idOrSlug: slug } }), decided)
      }}
    />
  )
}
