import { normalized } from './text.ts'

/** Compares names without case and accents, as the database does. */
export const isSameName = (one: string, other: string) => plain(one) === plain(other)

const plain = (name: string) => normalized(name).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
