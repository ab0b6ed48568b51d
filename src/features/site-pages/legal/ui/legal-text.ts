import { brand, nouns } from '#platform/brand.ts'

/** `isLaw`: the text is followed by the governing law from the brand file. */
export type LegalPart = { id: string; title: string; text: string; isLaw?: boolean }
/** `updated`: a date of its own, for a text that changes apart from the others. */
export type LegalText = { title: string; updated?: string; lead: string; parts: LegalPart[] }
export type LegalName = 'terms' | 'privacy' | 'legal' | 'accessibility' | 'rules'

/** Values for the placeholders in the texts. */
export const words = { name: brand.name, ...nouns, ...brand.contact }
