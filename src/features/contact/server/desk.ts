import type { Limiter } from '#platform/server/http/limits.ts'

/** Where messages for those who run the site go in, and to whom they are mailed. */
export type ContactDesk = {
  /** Takes a turn; null when there was one, else the seconds to wait. */
  takeTurn: (by: { address: string; personId: string | null }) => Promise<number | null>
  /** Takes a turn of all that may be mailed, so that nobody can fill the operator's mailbox. */
  mayMail: () => Promise<boolean>
  operator: string | null
}

type Given = { limiter: Limiter; isExempt: (address: string) => boolean; operator: string | null }

/** Visitors are counted by address, people by account: many of them may share an address. */
export const openContactDesk = ({ limiter, isExempt, operator }: Given): ContactDesk => ({
  operator,
  async takeTurn({ address, personId }) {
    return isExempt(address) ? null : limiter.take('contact', personId ?? address)
  },
  mayMail: async () => (await limiter.take('contactMail', 'all')) === null,
})
