import type { Limiter } from '#platform/server/http/limits.ts'

/** Limits for messages to the people who run the site, and the address that receives them. */
export type ContactInbox = {
  /** Counts a message. Null if it is allowed, else the seconds to wait. */
  countMessage: (by: { address: string; personId: string | null }) => Promise<number | null>
  /** Counts a mail against the limit for all senders, so that nobody can fill the operator's mailbox. True if the mail may be sent. */
  countMail: () => Promise<boolean>
  operator: string | null
}

type Options = { limiter: Limiter; isExempt: (address: string) => boolean; operator: string | null }

/** Visitors are counted by network address and people by account, because many people may share an address. */
export const openContactInbox = ({ limiter, isExempt, operator }: Options): ContactInbox => ({
  operator,
  async countMessage({ address, personId }) {
    return isExempt(address) ? null : limiter.take('contact', personId ?? address)
  },
  countMail: async () => (await limiter.take('contactMail', 'all')) === null,
})
