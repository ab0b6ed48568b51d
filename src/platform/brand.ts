import file from '../../brand.json' with { type: 'json' }

export type Brand = {
  name: string
  /** What one campaign is called on screen, and several. */
  noun: { one: string; many: string }
  tagline: string
  contact: { general: string; privacy: string }
  governingLaw: string
}

/** What this site calls itself; all of it stands in brand.json. */
export const brand: Brand = file

/** For messages that speak of campaigns: `m.campaigns_trending(nouns)`. */
export const nouns = { noun: brand.noun.one, nouns: brand.noun.many }
