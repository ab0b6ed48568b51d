import { z } from 'zod'
import type { Store } from '#platform/server/store/open-store.ts'
import { plainLine } from './plain-line.ts'
import type { Report } from './refused.ts'

export const ReadContact = z.strictObject({ latest: z.int().min(1).max(1_000) })
export type ReadContact = z.infer<typeof ReadContact>

/** Returns the latest messages from /contact, oldest first, as lines to read or to search. */
export async function readContact({ db }: Store, { latest }: ReadContact): Promise<Report> {
  const found = await db.selectFrom('contact_submission').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(latest).execute()
  const lines = found.reverse().flatMap(({ created_at, category, name, email, user_id, message }) => {
    const sender = [name, email && `<${email}>`].filter(Boolean).join(' ') || 'someone who deleted the account or has no address'
    const heading = `${created_at.toISOString()}  ${category}  from ${sender}${user_id ? `, account ${user_id}` : ''}`
    return [plainLine(heading), ...message.split(/\r?\n/).map((line) => `  ${plainLine(line)}`), '']
  })
  return { ok: true, lines: lines.length > 0 ? lines : ['There are no messages yet'] }
}
