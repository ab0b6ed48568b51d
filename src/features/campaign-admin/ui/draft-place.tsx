import { useMemo } from 'react'
import type { Campaign } from '#features/campaigns/contract.ts'
import { partWhenSeen, WhenSeen } from '#platform/client/when-seen.tsx'

const banner = partWhenSeen(() => import('./draft-banner.tsx').then((loaded) => loaded.DraftBanner))

/** To be awaited before a draft's page is rendered. */
export const draftReady = banner.ready

/** Above one's own draft: who sees it, and the ways on. Nobody else loads it. */
export function DraftPlace({ campaign }: { campaign: Campaign }) {
  return useMemo(
    () =>
      campaign.status === 'draft' && (
        <WhenSeen begin={banner.begin} isWanted fallback={null}>
          <banner.Part campaign={campaign} />
        </WhenSeen>
      ),
    [campaign],
  )
}
