import { canonicalAddress } from '#platform/canonical-address.ts'
import type { Limiter } from '#platform/server/http/limits.ts'

type Mailbox = { email: string; isConfirmed: boolean }

/**
 * The key under which mails to a mailbox are counted, for every spelling of its address. Mail to unconfirmed addresses has a separate budget:
 * strangers can cause it, and must not use up the reset links of a confirmed address's owner.
 */
const budgetOf = ({ email, isConfirmed }: Mailbox) => `${isConfirmed ? 'reset ' : ''}${canonicalAddress(email)}`

/** Counts a mail before it is sent. Null if it may be sent, else the seconds to wait. Call it only if a mail really follows. */
export const takeMail = (limiter: Limiter, mailbox: Mailbox): Promise<number | null> => limiter.take('mailTo', budgetOf(mailbox))

/** True if a notice of a change may be sent. A confirmed address always gets it, since its owner must learn of the change. */
export const mayNotify = async (limiter: Limiter, mailbox: Mailbox): Promise<boolean> => mailbox.isConfirmed || (await takeMail(limiter, mailbox)) === null
