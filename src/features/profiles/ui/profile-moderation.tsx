import { useQueryClient } from '@tanstack/react-query'
import { ModerationBar } from '#features/moderation/ui/moderation-bar.tsx'
import { m } from '#messages'
import type { Profile } from '../contract.ts'
import { api, profileBy } from './api.ts'

/** Moderates the picture, the text and the name of a person. */
export function ProfileModeration({ profile: { id, moderation }, isOwn }: { profile: Profile; isOwn: boolean }) {
  const queryClient = useQueryClient()
  return (
    <ModerationBar
      label={m.moderation_moderate_profile()}
      moderation={moderation}
      isAuthor={isOwn}
      decide={async (decision) => {
        queryClient.setQueryData(profileBy(id).queryKey, await api.moderate.call({ id, ...decision }))
      }}
      removeName={async (why) => {
        queryClient.setQueryData(profileBy(id).queryKey, await api.removeName.call({ id, ...why }))
      }}
    />
  )
}
