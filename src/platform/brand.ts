import file from '../../brand.json' with { type: 'json' }

export type Brand = {
  name: string
  /** The word for a campaign on screen, in singular and plural. */
  noun: { one: string; many: string }
  tagline: string
  contact: { general: string; privacy: string }
  governingLaw: string
}

type OwnBrand = Partial<Omit<Brand, 'noun' | 'contact'>> & { noun?: Partial<Brand['noun']>; contact?: Partial<Brand['contact']> }

const own: OwnBrand | null = typeof document === 'undefined' ? ofFile() : ofPage()

/** True if an operator's BRAND_FILE replaces parts of brand.json. Pages then carry the brand to the browser. */
export const isOwnBrand = own !== null

/** The site's own name and texts: those of brand.json, or of the operator's BRAND_FILE. */
export const brand: Brand = { ...file, ...own, noun: { ...file.noun, ...own?.noun }, contact: { ...file.contact, ...own?.contact } }

/** Parameters for messages about campaigns: `m.campaigns_trending(nouns)`. */
export const nouns = { noun: brand.noun.one, nouns: brand.noun.many }

/** `readConfig` names what is wrong with the file; until then the site has the brand of brand.json. */
function ofFile(): OwnBrand | null {
  const path = process.env.BRAND_FILE?.trim()
  try {
    // No import, because browsers load this module too.
    return path ? JSON.parse(process.getBuiltinModule('node:fs').readFileSync(path, 'utf8')) : null
  } catch {
    return null
  }
}

function ofPage(): OwnBrand | null {
  const { brand: carried } = document.documentElement.dataset
  return carried ? JSON.parse(carried) : null
}
