/** Whether a campaign takes pledges. The button asks here, and whoever changes a status keeps the answer beside the counter (`is_open`). */
export const mayJoin = (campaign: { status: string }) => campaign.status === 'active'

/** Profile pages, which list the pledges that are not private; they are in caches. */
export const profilePages = '/u/'

/**
 * Pledges that their own person is told are counted, and that stand on a profile: those that are in a count, and those that
 * are looked into, for a pledge that went missing would tell of that.
 */
export const shownAsCounted = ['counted', 'held', 'repeated'] as const
