import { z } from 'zod'
import { writeAudit } from '#platform/server/audit.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { Refused, type Told } from './refused.ts'

export const Grant = z.strictObject({ email: z.string().max(254), role: z.enum(['member', 'moderator', 'admin']) })
export type Grant = z.infer<typeof Grant>

/** Gives the person with this address a role, from the next request on, and notes it in the audit log. */
export async function grantRole({ db }: Store, { email, role }: Grant): Promise<Told> {
  const address = email.trim().toLowerCase()
  return db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('person')
      .select(['id', 'role', 'email_verified', 'confirmed_by_link_alone'])
      .where('email', '=', address)
      .forUpdate()
      .executeTakeFirst()
    if (!person) throw new Refused(`nobody has an account with the address ${address}.`)
    if (person.role === role) return { ok: true, lines: [`${address} already was ${role}`] }
    await tx.updateTable('person').set({ role }).where('id', '=', person.id).execute()
    const subject = { kind: 'person', id: person.id }
    await writeAudit(tx, { actorId: null, action: 'role.granted', subject, reason: 'Given on the command line', details: { from: person.role, to: role } })
    const lines = [`${address} was ${person.role} and is ${role} now`]
    const isClaimed = person.email_verified && !person.confirmed_by_link_alone
    if (!isClaimed && role !== 'member') lines.push('Nobody who was signed in confirmed this address by mail: be sure that the account is theirs')
    return { ok: true, lines }
  })
}
