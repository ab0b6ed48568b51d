import { useMemo } from 'react'
import type { Campaign } from '#features/campaigns/contract.ts'
import { latePart } from '#platform/client/hydrate-when-visible.tsx'

const banner = latePart(() => import('./draft-banner.tsx').then((loaded) => loaded.DraftBanner), { isWanted: true })

/** Await it before a draft's page is rendered. */
export const draftReady = banner.ready

/** The banner above the viewer's own draft. Its code loads only for drafts. */
export function DraftSlot({ campaign }: { campaign: Campaign }) {
  return useMemo(() => campaign.status === 'draft' && <banner.Late campaign={campaign} />, [campaign])
}
