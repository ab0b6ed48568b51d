import { brand, nouns } from '#platform/brand.ts'

/** `isLaw`: the governing law of the brand file follows. */
export type LegalPart = { id: string; title: string; text: string; isLaw?: boolean }
export type LegalText = { title: string; lead: string; parts: LegalPart[] }
export type LegalName = 'terms' | 'privacy' | 'legal'

/** What any of the texts may speak of. */
export const words = { name: brand.name, ...nouns, ...brand.contact }
