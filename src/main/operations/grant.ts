import { z } from 'zod'
import { changeRole } from '#features/moderators/people/server/public.ts'
import { roles } from '#features/moderators/people/terms.ts'
import { inTransaction } from '#platform/server/idempotency.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { Refused, type Report } from './refused.ts'

export const Grant = z.strictObject({ email: z.string().max(254), role: z.enum(roles) })
export type Grant = z.infer<typeof Grant>

/** Sets the role of the person with this address, effective from the next request, and records it in the audit log. */
export async function grantRole({ db }: Store, { email, role }: Grant): Promise<Report> {
  const address = email.trim().toLowerCase()
  return inTransaction(db, async (tx) => {
    const person = await tx.selectFrom('person').select(['id', 'email_verified', 'confirmed_by_link_alone']).where('email', '=', address).executeTakeFirst()
    if (!person) throw new Refused(`there is no account with the address ${address}.`)
    const changed = await changeRole(tx, { id: person.id, role, reason: 'Given on the command line', actorId: null })
    if (changed === 'absent') throw new Refused(`there is no account with the address ${address}.`)
    if (changed === 'last admin') throw new Refused(`${address} is the only administrator. Make somebody else an administrator first.`)
    if (changed.from === role) return { ok: true, lines: [`${address} already has the role ${role}`] }
    const lines = [`Changed the role of ${address} from ${changed.from} to ${role}`]
    const isClaimed = person.email_verified && !person.confirmed_by_link_alone
    if (!isClaimed && role !== 'member')
      lines.push('This address was never confirmed by email while signed in: make sure that the account belongs to its owner')
    return { ok: true, lines }
  })
}
