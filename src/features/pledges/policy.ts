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
 * The state of a pledge as its own person sees it. A held pledge is shown as counted, because any difference would reveal the
 * review; one that a correction has taken out is shown as removed. A repeated one is shown as such only to somebody who has proved that the mailbox is theirs: anybody else could learn in this
 * way that the owner of an address has joined. The SQL of `ownState` repeats this rule.
 */
export function shownState({ state, ownState, isVerified }: PledgeState): 'unconfirmed' | 'repeated' | 'counted' | 'removed' {
  if ((ownState ?? state) === 'unconfirmed') return 'unconfirmed'
  if ((ownState ?? state) === 'repeated' && isVerified) return 'repeated'
  return state === 'invalid' ? 'removed' : 'counted'
}

/** `ownState` is the state without the corrections in force; null while there are none. */
type PledgeState = { state: string; ownState: string | null; isVerified: boolean }

/**
 * Own states of the pledges that a profile shows and that the dashboard adds up, whatever corrections are in force: a missing
 * pledge would tell others about the review.
 */
export const shownAsCounted = ['counted', 'held', 'repeated'] as const
