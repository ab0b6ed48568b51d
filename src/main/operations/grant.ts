import { z } from 'zod'
import { writeAudit } from '#platform/server/audit.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { Refused, type Report } from './refused.ts'

export const Grant = z.strictObject({ email: z.string().max(254), role: z.enum(['member', 'moderator', 'admin']) })
export type Grant = z.infer<typeof Grant>

/** Sets the role of the person with this address, effective from the next request, and records it in the audit log. */
export async function grantRole({ db }: Store, { email, role }: Grant): Promise<Report> {
  const address = email.trim().toLowerCase()
  return db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('person')
      .select(['id', 'role', 'email_verified', 'confirmed_by_link_alone'])
      .where('email', '=', address)
      .forUpdate()
      .executeTakeFirst()
    if (!person) throw new Refused(`there is no account with the address ${address}.`)
    if (person.role === role) return { ok: true, lines: [`${address} already has the role ${role}`] }
    await tx.updateTable('person').set({ role }).where('id', '=', person.id).execute()
    const subject = { kind: 'person', id: person.id }
    await writeAudit(tx, { actorId: null, action: 'role.granted', subject, reason: 'Given on the command line', details: { from: person.role, to: role } })
    const lines = [`Changed the role of ${address} from ${person.role} to ${role}`]
    const isClaimed = person.email_verified && !person.confirmed_by_link_alone
    if (!isClaimed && role !== 'member')
      lines.push('This address was never confirmed by email while signed in: make sure that the account belongs to its owner')
    return { ok: true, lines }
  })
}
