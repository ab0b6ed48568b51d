/** Ad slots, by the names that an operator uses in the settings. */
export const adSlots = ['browse-1', 'browse-2', 'campaign', 'home'] as const
export type AdSlot = (typeof adSlots)[number]

/** The configured third-party services, as sent to every page. None of their scripts load before the reader consents. */
export type ThirdParties = {
  analytics: { script: string; siteId: string | null } | null
  /** `isScript`: the address is a page of this site that contains another site's button. */
  donate: { href: string; isScript: boolean } | null
  ads: { host: string; slots: readonly AdSlot[] } | null
}
