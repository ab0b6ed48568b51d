import { useQueryClient } from '@tanstack/react-query'
import { useAlert } from '#design/alerts.tsx'
import { useToast } from '#design/toasts.tsx'
import { signInToReturn } from '#features/accounts/ui/sign-in-to-return.ts'
import type { CampaignCard } from '#features/campaigns/contract.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { focusNeighbor } from '#platform/client/focus-neighbor.ts'
import { changeItems } from '#platform/client/pages.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { LinkedCampaign } from '../contract.ts'
import { linkLimits } from '../terms.ts'
import { api, behindCampaign } from './api.ts'

type Named = Pick<CampaignCard, 'id' | 'title'>

/** Links and unlinks campaigns, and shows the reason of a refusal. */
export function useLinks(communityId: string) {
  const queryClient = useQueryClient()
  const { confirm } = useAlert()
  const toast = useToast()
  const lists = api.list.key({ input: { id: communityId } })
  function failed(error: unknown, words: string) {
    const refusal = refusalOf(error)
    if (refusal?.code === 'UNAUTHORIZED') return signInToReturn()
    const reason = refusal ? (reasons[refusal.code]?.() ?? '') : m.error_network()
    toast({ text: `${words} ${reason}`.trim(), tone: 'problem' })
  }
  return {
    async link({ id: campaignId, title }: Named): Promise<boolean> {
      try {
        await api.link.call({ id: communityId, campaignId })
      } catch (error) {
        failed(error, m.community_campaigns_link_failed({ title }))
        return false
      }
      await queryClient.invalidateQueries({ queryKey: lists })
      return true
    },
    async unlink({ id: campaignId, title }: Named) {
      const keepFocus = focusNeighbor()
      if (!(await confirm(m.community_campaigns_unlink_ask({ title }), { confirm: m.community_campaigns_unlink(), danger: true }))) return
      await queryClient.cancelQueries({ queryKey: lists })
      const before = queryClient.getQueriesData({ queryKey: lists })
      changeItems<LinkedCampaign>(queryClient, lists, (items) => items.filter(({ id }) => id !== campaignId))
      keepFocus()
      try {
        await api.unlink.call({ id: communityId, campaignId })
      } catch (error) {
        for (const [key, data] of before) queryClient.setQueryData(key, data)
        failed(error, m.community_campaigns_unlink_failed({ title }))
      }
    },
    /** Unlinks as the campaign's creator, from the campaign's page. */
    async unlinkAsCreator({ campaignId, name }: { campaignId: string; name: string }) {
      const keepFocus = focusNeighbor()
      const asked = m.community_campaigns_apart_ask({ ...nouns, name })
      if (!(await confirm(asked, { confirm: m.community_campaigns_unlink(), danger: true }))) return
      const { queryKey } = behindCampaign(campaignId)
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (data) => data && { items: data.items.filter(({ id }) => id !== communityId) })
      keepFocus()
      try {
        await api.unlink.call({ id: communityId, campaignId })
      } catch (error) {
        queryClient.setQueryData(queryKey, before)
        return failed(error, m.community_campaigns_unlink_failed({ title: name }))
      }
      await queryClient.invalidateQueries({ queryKey: lists })
    },
  }
}

const reasons: Record<string, () => string> = {
  CAMPAIGN_UNKNOWN: () => m.community_campaigns_unknown(nouns),
  TOO_MANY_CAMPAIGNS: () => m.community_campaigns_too_many({ ...nouns, count: linkLimits.campaigns }),
  MODERATORS_ONLY: m.community_campaigns_moderators_only,
}
