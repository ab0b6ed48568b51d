/** Compares names without case and accents, as the database does. */
export const isSameName = (one: string, other: string) => plain(one) === plain(other)

const plain = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()
