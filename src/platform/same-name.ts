/** Case and accents make no other name, here as in the store. */
export const isSameName = (one: string, other: string) => plain(one) === plain(other)

const plain = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase()
