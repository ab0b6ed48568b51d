import type { OwnPledge } from './contract.ts'
import type { DetachRefusal } from './terms.ts'

/**
 * Joining requires an active campaign. `campaign_stats.is_open` repeats this result next to the counter, so code that
 * changes a status must update it too. `is_moderated` is beside it for the same reason.
 */
export const mayJoin = (campaign: { status: string }) => campaign.status === 'active'

/** Version of the notice under Join about who can see a pledge (`pledges_who_sees`). Increase it when the meaning of the text changes. */
export const noticeVersion = 1

/** Path prefix of the profile pages, which are cached and list public pledges. */
export const profilePages = '/u/'

/**
 * The state of a pledge as its own person sees it. A held pledge is shown as counted for 72 hours, because any difference would tell
 * a program that it was noticed; one that a correction has taken out is shown as removed, or as rejected if it had never counted. A repeated one is shown as such only to somebody who has proved that the mailbox is theirs: anybody else could learn in this
 * way that the owner of an address has joined. The SQL of `ownState` repeats this rule.
 */
export function shownState({ state, ownState, isRejected, isVerified }: PledgeState): OwnPledge['state'] {
  const own = ownState ?? state
  if (own === 'unconfirmed' || own === 'paused') return own
  if (own === 'repeated' && isVerified) return 'repeated'
  if (state === 'review') return 'review'
  if (state !== 'invalid') return 'counted'
  return isRejected ? 'rejected' : 'removed'
}

/**
 * Disconnecting requires a pledge that counts, or that repeats one that counts. Creators cannot disconnect theirs, because their name is on the
 * campaign. A pledge that does not count yet or any more could otherwise count again by joining anew. For the same reason all pledges of new accounts wait until it is decided which of them are held. `detachableFrom` is null for accounts that were older than a day.
 */
export function detachRefusal({ state, isOwnCampaign, detachableFrom }: Detachable, now: Date): DetachRefusal | null {
  if (isOwnCampaign) return 'CREATOR_STAYS'
  if (state !== 'counted' && state !== 'repeated') return 'PLEDGE_NOT_COUNTED'
  return detachableFrom !== null && detachableFrom > now ? 'PLEDGE_TOO_NEW' : null
}

export type Detachable = { state: ReturnType<typeof shownState>; isOwnCampaign: boolean; detachableFrom: Date | null }

/** `ownState` is the state without the corrections in force; null while there are none. `isRejected`: a moderator has rejected its group of held pledges. */
type PledgeState = { state: string; ownState: string | null; isRejected: boolean; isVerified: boolean }

/**
 * Own states of the pledges that a profile shows and that the dashboard adds up, whatever corrections are in force: a missing
 * pledge would tell others about the review.
 */
export const shownAsCounted = ['counted', 'held', 'review', 'repeated'] as const
