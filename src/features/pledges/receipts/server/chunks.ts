import { type Bytes, compareLeaves, hashBlocks, indexOfLeaf, levelsAbove, type Path, siblingsOf } from '../proof.ts'
import { blockLeaves, hashBytes, leafBytes } from '../terms.ts'

/** Leaves of a chunk. A path is computed from one chunk and the hashes of all chunks, instead of from all leaves. */
export const chunkLeaves = blockLeaves * 32

/** The first leaf of a chunk, and the hash of its part of the tree. */
type Chunk = { first: Bytes; hash: Bytes }

const step = chunkLeaves * leafBytes

export async function hashChunks(leaves: Bytes): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for (let at = 0; at < leaves.length; at += step) {
    const part = leaves.subarray(at, at + step)
    const top = (await levelsAbove(await hashBlocks(part))).at(-1)?.[0]
    if (top) chunks.push({ first: part.subarray(0, leafBytes), hash: top })
  }
  return chunks
}

/** Chunks as they are stored, one after the other. */
export const joinChunks = (chunks: readonly Chunk[]): Buffer => Buffer.concat(chunks.flatMap(({ first, hash }) => [first, hash]))

export function splitChunks(stored: Uint8Array): Chunk[] {
  const size = leafBytes + hashBytes
  return Array.from({ length: stored.length / size }, (_, n) => {
    const chunk = Uint8Array.from(stored.subarray(n * size, (n + 1) * size))
    return { first: chunk.subarray(0, leafBytes), hash: chunk.subarray(leafBytes) }
  })
}

type Search = { leaf: Bytes; chunks: readonly Chunk[]; readChunk: (number: number) => Promise<Bytes> }

/** The path of a leaf; null if the list does not contain it. */
export async function findPath({ leaf, chunks, readChunk }: Search): Promise<Path | null> {
  const after = chunks.findIndex(({ first }) => compareLeaves(first, 0, leaf, 0) > 0)
  const number = (after === -1 ? chunks.length : after) - 1
  if (number < 0) return null
  const leaves = await readChunk(number)
  const index = indexOfLeaf(leaves, leaf)
  if (index === -1) return null
  const block = Math.floor(index / blockLeaves)
  const within = siblingsOf(await levelsAbove(await hashBlocks(leaves)), block)
  const above = siblingsOf(await levelsAbove(chunks.map(({ hash }) => hash)), number)
  const size = blockLeaves * leafBytes
  return { index: number * chunkLeaves + index, block: leaves.slice(block * size, (block + 1) * size), siblings: [...within, ...above] }
}
