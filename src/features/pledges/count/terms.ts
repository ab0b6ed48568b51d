/** Smaller corrections are summed up by month, so that none of them is about a few people. */
export const shownCorrectionFrom = 10

/** `invalidated`: taken out after a review. `restored`: its undo. */
export const correctionReasons = ['one_mailbox', 'invalidated', 'restored'] as const

/** Meaning of the public figures of a campaign, for readers of the API. */
export const definitions = {
  counted:
    'Pledges that count: one per mailbox and campaign, with a confirmed email address, and not removed. On a site that counts without confirming addresses, one per account.',
  unconfirmed: 'Pledges of accounts whose email address is not confirmed. They do not count.',
  removed_total: 'Pledges that had been counted and were taken out, less those that were restored.',
} as const
