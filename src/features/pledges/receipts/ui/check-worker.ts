import type { DailyList } from '../contract.ts'
import { areLeavesRight, isChainComplete, loadLeaves } from './check-lists.ts'

/** All lists of a campaign, newest first, and the list whose leaves are checked. */
export type CheckRequest = { campaignId: string; lists: DailyList[]; list: DailyList }
export type CheckResult = 'right' | 'wrong' | 'not loaded'

// A web worker, so that the page stays usable while a million leaves are hashed.
addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  check(data).then(
    (isRight) => postMessage(isRight ? 'right' : 'wrong'),
    () => postMessage('not loaded'),
  )
})

async function check({ campaignId, lists, list }: CheckRequest): Promise<boolean> {
  const leaves = await loadLeaves({ campaignId, day: list.day, pledges: list.pledges ?? 0 })
  return (await isChainComplete(lists)) && areLeavesRight(leaves, list)
}
