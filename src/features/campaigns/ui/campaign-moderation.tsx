import { useQueryClient } from '@tanstack/react-query'
import { ModerationBar } from '#features/moderation/ui/moderation-bar.tsx'
import { StatementModeration } from '#features/replies/ui/statement-moderation.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import { isSiteModerator } from '#platform/viewer.ts'
import type { Campaign } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { api } from './api.ts'

export function CampaignModeration({ campaign }: { campaign: Campaign }) {
  const { id, slug, moderation, viewer, reply } = campaign
  const queryClient = useQueryClient()
  const { queryKey } = api.get.queryOptions({ input: { idOrSlug: addressPart(campaign) } })
  return (
    <>
      <ModerationBar
        className="page-column pt-4"
        label={m.moderation_moderate_campaign(nouns)}
        moderation={moderation}
        isAuthor={viewer.isCreator}
        decide={async (decision) => {
          const decided = await api.moderate.call({ id, ...decision })
          queryClient.setQueryData(queryKey, decided)
        }}
      />
      {reply && slug && isSiteModerator(readSite().viewer) && (
        <StatementModeration
          campaign={{ slug, isActive: campaign.status === 'active' }}
          target={campaign.target}
          statement={reply.statement}
          onDecided={() => queryClient.invalidateQueries({ queryKey })}
        />
      )}
    </>
  )
}
