import { brand, nouns } from '#platform/brand.ts'

/** What any text of the page may speak of. */
export const words = { name: brand.name, ...nouns }
