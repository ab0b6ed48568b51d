import { useQueryClient } from '@tanstack/react-query'
import { ModerateButton, ModerationNote } from '#features/moderation/ui/public.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import { isSiteModerator } from '#platform/viewer.ts'
import type { Campaign } from '../contract.ts'
import { api } from './api.ts'

/** Above a campaign: the moderators' button, and for them and the creator what was decided. Nothing for everybody else. */
export function ModerationBar({ campaign: { id, slug, status, moderation, viewer } }: { campaign: Campaign }) {
  const queryClient = useQueryClient()
  const mayModerate = isSiteModerator(readSite().viewer) && !viewer.isCreator && status !== 'draft'
  if (!mayModerate && !moderation) return null
  return (
    <div className="page-column flex flex-col items-start gap-2 pt-4">
      {moderation && <ModerationNote moderation={moderation} isAuthor={viewer.isCreator} />}
      {mayModerate && (
        <ModerateButton
          label={m.moderation_moderate_campaign(nouns)}
          state={moderation?.state ?? 'visible'}
          decide={async (decision) => {
            const campaign = await api.moderate.call({ id, ...decision })
            queryClient.setQueryData(api.get.queryKey({ input: { idOrSlug: slug ?? id } }), campaign)
          }}
        />
      )}
    </div>
  )
}
