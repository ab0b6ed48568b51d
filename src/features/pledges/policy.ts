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
 * The state of a pledge as its own person sees it. A pledge under review is shown as counted, because any difference would reveal the
 * review. A repeated one is shown as such only to somebody who has proved that the mailbox is theirs: anybody else could learn in this
 * way that the owner of an address has joined. The SQL of `ownState` repeats this rule.
 */
export function shownState({ state, isVerified }: { state: string; isVerified: boolean }): 'unconfirmed' | 'repeated' | 'counted' {
  if (state === 'unconfirmed') return 'unconfirmed'
  return state === 'repeated' && isVerified ? 'repeated' : 'counted'
}

/**
 * States that are shown to their own person, and on the profile, as counted. They include pledges under review, because
 * a missing pledge would reveal the review.
 */
export const shownAsCounted = ['counted', 'held', 'repeated'] as const
