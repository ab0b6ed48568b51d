import { useMemo } from 'react'
import type { Campaign } from '#features/campaigns/contract.ts'
import { HydrateWhenVisible, partWhenVisible } from '#platform/client/hydrate-when-visible.tsx'

const banner = partWhenVisible(() => import('./draft-banner.tsx').then((loaded) => loaded.DraftBanner))

/** Await it before a draft's page is rendered. */
export const draftReady = banner.ready

/** The banner above the viewer's own draft. Its code loads only for drafts. */
export function DraftSlot({ campaign }: { campaign: Campaign }) {
  return useMemo(
    () =>
      campaign.status === 'draft' && (
        <HydrateWhenVisible begin={banner.begin} isWanted fallback={null}>
          <banner.Part campaign={campaign} />
        </HydrateWhenVisible>
      ),
    [campaign],
  )
}
