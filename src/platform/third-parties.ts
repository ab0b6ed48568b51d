/** Places for advertising, as an operator names them. */
export const adSlots = ['browse-1', 'browse-2', 'campaign', 'home'] as const
export type AdSlot = (typeof adSlots)[number]

/** What of other sites is configured here, as every page may know it. Nothing of it loads before the reader agrees. */
export type ThirdParties = {
  analytics: { script: string; siteId: string | null } | null
  /** `isScript`: the address is a page of ours that holds another site's button. */
  donate: { href: string; isScript: boolean } | null
  ads: { host: string; slots: readonly AdSlot[] } | null
}
