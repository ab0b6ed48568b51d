import { normalized } from '#platform/text.ts'

/** True if the database treats these as the same name: case and accents are ignored. */
export const sameName = (one: string, other: string) => plain(one) === plain(other)

const plain = (name: string) => normalized(name).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
