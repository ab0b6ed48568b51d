import { latePart } from '#platform/client/hydrate-when-visible.tsx'
import { readSite } from '#platform/client/site.ts'

const part = latePart(() => import('#features/site/ui/house-card.tsx').then((loaded) => loaded.AdArea), { isWanted: true })

/** True only on sites that sell this ad slot. On other sites it stays empty, so that nothing leads away from a campaign. */
const hasAd = () => readSite().thirdParties.ads?.slots.includes('campaign') ?? false

/** On the server, resolves when the ad slot can be rendered. The loader must await it. */
export const adReady = async () => {
  if (hasAd()) await part.ready()
}

export const LateAd = () => hasAd() && <part.Late slot="campaign" card="count" />
