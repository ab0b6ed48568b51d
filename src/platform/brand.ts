import file from '../../brand.json' with { type: 'json' }

export type Brand = {
  name: string
  /** The word for a campaign on screen, in singular and plural. */
  noun: { one: string; many: string }
  tagline: string
  contact: { general: string; privacy: string }
  governingLaw: string
}

/** The site's own name and texts, from brand.json. */
export const brand: Brand = file

/** Parameters for messages about campaigns: `m.campaigns_trending(nouns)`. */
export const nouns = { noun: brand.noun.one, nouns: brand.noun.many }
