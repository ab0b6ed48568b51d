import type { Shared } from '#features/site/sharing/ui/channels.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import type { Campaign } from '../contract.ts'
import { addressPart } from '../terms.ts'

/** A call to join while the campaign is active; afterwards a sentence about its outcome. */
export function sharedCampaign(campaign: Campaign): Shared {
  return { address: `${readSite().origin}/campaigns/${addressPart(campaign)}`, ...wordsOf(campaign) }
}

function wordsOf({ title, target, status, isHistorical }: Campaign): Pick<Shared, 'text' | 'title'> {
  const names = { title, target: target.name }
  if (isHistorical) return { title: m.sharing_title_story(), text: m.campaigns_share_text_history(names) }
  if (status === 'victory') return { title: m.sharing_title_victory(), text: m.campaigns_share_text_victory(names) }
  if (status === 'archived') return { title: m.sharing_title_story(), text: m.campaigns_share_text_ended(names) }
  return { title: m.sharing_title_campaign(nouns), text: m.campaigns_share_text(names) }
}
