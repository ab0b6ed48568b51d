import type { DailyList } from '../contract.ts'
import { areSorted, type Bytes, bytesOfHex, chainOf, chainStart, hashBlocks, hexOf, levelsAbove, rootOf } from '../proof.ts'
import { leafBytes, pageLeaves } from '../terms.ts'

/** True if each list's chain follows from its root and the list before it. The lists are newest first, as the API sends them. */
export async function isChainComplete(lists: readonly DailyList[]): Promise<boolean> {
  let before: Bytes = chainStart
  for (const { day, root, chain } of lists.toReversed()) {
    before = await chainOf({ before, day, root: bytesOfHex(root) })
    if (hexOf(before) !== chain) return false
  }
  return true
}

/** True if the leaves of a list are as many different ones as it has pledges, and lead to its root. */
export async function areLeavesRight(leaves: Bytes, { pledges, root }: Pick<DailyList, 'pledges' | 'root'>): Promise<boolean> {
  if (leaves.length !== (pledges ?? 0) * leafBytes || !areSorted(leaves)) return false
  const top = (await levelsAbove(await hashBlocks(leaves))).at(-1)?.[0]
  return hexOf(await rootOf(pledges ?? 0, top ?? null)) === root
}

/** Loads all leaves of a list. Throws if a part cannot be loaded. */
export async function loadLeaves({ campaignId, day, pledges }: { campaignId: string; day: string; pledges: number }): Promise<Bytes> {
  const leaves = new Uint8Array(pledges * leafBytes)
  for (let from = 0; from < pledges; from += pageLeaves) {
    const response = await fetch(`/api/v1/campaigns/${campaignId}/lists/${day}/leaves?from=${from}`)
    if (!response.ok) throw new Error(`Part of the list could not be loaded: ${response.status}`)
    const part = new Uint8Array(await response.arrayBuffer())
    // A list with more leaves than pledges is a wrong one.
    if (from * leafBytes + part.length > leaves.length) return part
    leaves.set(part, from * leafBytes)
  }
  return leaves
}
