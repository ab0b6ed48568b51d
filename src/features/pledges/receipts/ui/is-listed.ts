import type { Receipt } from '../contract.ts'
import { hexOf, indexOfLeaf, leafOf, rootOf, topOfPath } from '../proof.ts'
import { blockLeaves } from '../terms.ts'

/** True if the receipt's path leads from the leaf of its secret to the root of its list. */
export async function isListed({ campaignId, secret, list, path }: Receipt): Promise<boolean> {
  if (!list || !path || list.pledges === null) return false
  const [index, block] = [path.index, bytesOf(path.block)]
  const leaf = await leafOf({ campaignId, secret, day: list.day })
  if (indexOfLeaf(block, leaf) !== index % blockLeaves) return false
  const top = await topOfPath({ index, block, siblings: path.siblings.map(bytesOf) }, list.pledges)
  return top !== null && hexOf(await rootOf(list.pledges, top)) === list.root
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
