import { brand, nouns } from '#platform/brand.ts'

/** Values for the placeholders in the texts of the page. */
export const words = { name: brand.name, ...nouns }
