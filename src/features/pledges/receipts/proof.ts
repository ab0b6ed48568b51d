import { blockLeaves, hashBytes, leafBytes } from './terms.ts'

// The hash tree of a list and the chain of its roots, for browser and server. `docs/verify-receipts.mjs` has the same rules once more.

export type Bytes = Uint8Array<ArrayBuffer>
/** A block of leaves of a list, the index of the own leaf in the list, and the sibling hashes on the way from the block to the top of the tree. */
export type Path = { index: number; block: Bytes; siblings: Bytes[] }

/** First byte of what is hashed, so that no hash of one kind can pass for one of another kind. */
const kinds = { block: 0, pair: 1, root: 2, chain: 3 } as const

/** Value of the chain before the first list. */
export const chainStart: Bytes = new Uint8Array(hashBytes)

/** The leaf of a pledge in the list of a day (YYYY-MM-DD). */
export async function leafOf({ secret, campaignId, day }: { secret: string; campaignId: string; day: string }): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(leafText(campaignId, day)))).slice(0, leafBytes)
}

export const leafText = (campaignId: string, day: string) => `${campaignId} ${day}`

/** The hash of each block of 32 leaves; the last one may be shorter. */
export function hashBlocks(leaves: Bytes): Promise<Bytes[]> {
  const bytes = blockLeaves * leafBytes
  return Promise.all(Array.from({ length: Math.ceil(leaves.length / bytes) }, (_, n) => hash('block', leaves.subarray(n * bytes, (n + 1) * bytes))))
}

/** The levels of a tree from its lowest to its top. A hash without a neighbor moves up unchanged. */
export async function levelsAbove(lowest: readonly Bytes[]): Promise<(readonly Bytes[])[]> {
  const levels = [lowest]
  for (let level = lowest; level.length > 1; ) {
    const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, n) => level.slice(2 * n, 2 * n + 2))
    level = await Promise.all(pairs.map(async ([left, right]) => (left && right ? hash('pair', left, right) : (left ?? chainStart))))
    levels.push(level)
  }
  return levels
}

/** The sibling hashes on the way from one hash of the lowest level to the top. */
export const siblingsOf = (levels: readonly (readonly Bytes[])[], index: number): Bytes[] =>
  levels.flatMap((level, height) => level[(index >> height) ^ 1] ?? [])

/** The top of the tree that a path leads to; null if the path does not fit a list of this many pledges. */
export async function topOfPath({ index, block, siblings }: Path, pledges: number): Promise<Bytes | null> {
  let [at, width, used] = [Math.floor(index / blockLeaves), Math.ceil(pledges / blockLeaves), 0]
  let top = await hash('block', block)
  for (; width > 1; at >>= 1, width = Math.ceil(width / 2)) {
    if ((at ^ 1) >= width) continue
    const other = siblings[used++]
    if (!other) return null
    top = await (at % 2 === 1 ? hash('pair', other, top) : hash('pair', top, other))
  }
  return index >= 0 && index < pledges && used === siblings.length ? top : null
}

/** The root of a list: its number of pledges and the top of its tree; null without pledges. */
export const rootOf = (pledges: number, top: Bytes | null) => hash('root', utf8(String(pledges)), top ?? chainStart)

export const chainOf = (list: { before: Bytes; day: string; root: Bytes }) => hash('chain', list.before, utf8(list.day), list.root)

/** True if the leaves are sorted and no leaf occurs twice. */
export function areSorted(leaves: Bytes): boolean {
  for (let at = leafBytes; at < leaves.length; at += leafBytes) if (compareLeaves(leaves, at - leafBytes, leaves, at) >= 0) return false
  return true
}

/** Compares the leaf of `one` at byte `at` with that of `other` at byte `otherAt`. */
export function compareLeaves(one: Bytes, at: number, other: Bytes, otherAt: number): number {
  for (let n = 0; n < leafBytes; n++) {
    const difference = (one[at + n] ?? 0) - (other[otherAt + n] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The index of a leaf in sorted leaves; -1 if it is not in them. */
export function indexOfLeaf(leaves: Bytes, leaf: Bytes): number {
  let [from, to] = [0, leaves.length / leafBytes]
  while (from < to) {
    const middle = (from + to) >> 1
    const order = compareLeaves(leaves, middle * leafBytes, leaf, 0)
    if (order === 0) return middle
    if (order < 0) from = middle + 1
    else to = middle
  }
  return -1
}

async function hash(kind: keyof typeof kinds, ...parts: readonly Bytes[]): Promise<Bytes> {
  const whole = new Uint8Array(1 + parts.reduce((length, part) => length + part.length, 0))
  whole[0] = kinds[kind]
  let at = 1
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

export const hexOf = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
export const bytesOfHex = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
