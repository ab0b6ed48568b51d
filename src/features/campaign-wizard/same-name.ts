import { neat } from '#platform/text.ts'

/** Whether the store would take these for one name: case and accents do not count. */
export const sameName = (one: string, other: string) => plain(one) === plain(other)

const plain = (name: string) => neat(name).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
