/**
 * Mail lists to unsubscribe from: `all` is all mail except that about the account, the others are parts of it. Every token contains the
 * index of its list, so the order must not change.
 */
export const mailLists = ['all', 'updates', 'recommendations'] as const
export type MailList = (typeof mailLists)[number]
