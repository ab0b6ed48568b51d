import { expect, test } from 'vitest'
import { areSorted, type Bytes, hashBlocks, hexOf, leafOf, levelsAbove, topOfPath } from './proof.ts'
import { chunkLeaves, findPath, hashChunks, joinChunks, splitChunks } from './server/chunks.ts'
import { leafBytes } from './terms.ts'

const sizes = [1, 2, 31, 32, 33, 64, 65, 1_023, 1_024, 1_025, 1_056, 1_057, 2_048, 3_000, 5_121]

test.each(sizes)('of %i leaves, the path of each one leads to the top of the tree, and no changed path does', async (size) => {
  const leaves = leavesOf(size)
  const chunks = splitChunks(joinChunks(await hashChunks(leaves)))
  const top = hexOf((await levelsAbove(await hashBlocks(leaves))).at(-1)?.[0] ?? new Uint8Array())
  const readChunk = async (number: number) => leaves.slice(number * chunkLeaves * leafBytes, (number + 1) * chunkLeaves * leafBytes)
  const leaf = (index: number) => leaves.slice(index * leafBytes, (index + 1) * leafBytes)
  const find = (wanted: Bytes) => findPath({ leaf: wanted, chunks, readChunk })
  for (const index of new Set([0, 1, size >> 1, size - 33, size - 2, size - 1].filter((at) => at >= 0 && at < size))) {
    const path = await find(leaf(index))
    expect(path?.index).toBe(index)
    if (!path) continue
    const topOf = async (changed: Partial<typeof path>, pledges = size) => {
      const found = await topOfPath({ ...path, ...changed }, pledges)
      return found && hexOf(found)
    }
    expect(await topOf({})).toBe(top)
    expect(await topOf({ block: path.block.slice(leafBytes) })).not.toBe(top)
    expect(await topOf({ siblings: [...path.siblings, new Uint8Array(32)] })).toBe(null)
    if (path.siblings.length > 0) expect(await topOf({ siblings: path.siblings.slice(1) })).toBe(null)
    expect(await topOf({ index: size })).toBe(null)
  }
  for (const absent of [new Uint8Array(leafBytes), new Uint8Array(leafBytes).fill(255), leaf(0).map((byte) => byte ^ 1)]) expect(await find(absent)).toBe(null)
})

test('leaves that are unsorted, or of which two are equal, are detected', () => {
  const leaves = leavesOf(40)
  expect(areSorted(leaves)).toBe(true)
  expect(areSorted(Uint8Array.from([...leaves.slice(leafBytes), ...leaves.slice(0, leafBytes)]))).toBe(false)
  expect(areSorted(Uint8Array.from([...leaves.slice(0, leafBytes), ...leaves]))).toBe(false)
})

test('a leaf depends on the secret, the campaign and the day', async () => {
  const given = { secret: 'ab'.repeat(16), campaignId: '0197a000-0000-7000-8000-000000000000', day: '2026-11-27' }
  const leaf = await leafOf(given)
  expect(leaf.length).toBe(leafBytes)
  for (const other of [{ secret: 'ac'.repeat(16) }, { campaignId: '0197a000-0000-7000-8000-000000000001' }, { day: '2026-11-28' }])
    expect(hexOf(await leafOf({ ...given, ...other }))).not.toBe(hexOf(leaf))
})

/** Sorted leaves with even last bytes. */
function leavesOf(size: number): Bytes {
  const leaves = new Uint8Array(size * leafBytes)
  const view = new DataView(leaves.buffer)
  for (let n = 0; n < size; n++) {
    view.setUint32(n * leafBytes, (n + 1) * 7)
    view.setUint32(n * leafBytes + 12, n * 2)
  }
  return leaves
}
