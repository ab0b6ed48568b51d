/** What somebody can leave with one press in a mail: all that is not about the account, or one part of it. Their order is in every token. */
export const mailLists = ['all', 'updates', 'recommendations'] as const
export type MailList = (typeof mailLists)[number]
