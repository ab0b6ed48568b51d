import type { Received } from './mail-server.ts'
import { aPerson, call, type Person, theSite } from './site.ts'

export type Reader = Person & { email: string }

/** A person with a confirmed address, so that notifications are mailed there. */
export async function aReader(): Promise<Reader> {
  const { store } = await theSite()
  const person = await aPerson()
  const email = `${person.id}@people.test`
  await store.db.updateTable('person').set({ email_verified: true }).where('id', '=', person.id).execute()
  return { ...person, email }
}

/** Calls the public API, and throws if the call fails. */
export async function must(...given: Parameters<typeof call>) {
  const { status, body } = await call(...given)
  if (status >= 300) throw new Error(`${given[1]} ${given[2]}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** The same, with the body as a parameter of its own. */
export const done = (who: Person | null, method: string, path: string, body?: unknown) => must(who, method, path, body === undefined ? {} : { body })

/** The URL in an email with which its recipient unsubscribes from emails of this kind. */
export function unsubscribeIn(mail: Received): string {
  const address = /^List-Unsubscribe: <([^>\r\n]+)>\r?$/m.exec(mail.raw)?.[1]
  if (!address) throw new Error(`No address to unsubscribe in: ${mail.raw.slice(0, 2_000)}`)
  return address
}

/** True if no notification waits to be mailed, and no email to this person waits to be sent. */
export async function nothingWaitsFor({ id }: Person): Promise<boolean> {
  const { store } = await theSite()
  const waiting = await store.db.selectFrom('notification_event').select('id').where('mailed_at', 'is', null).limit(1).execute()
  const mails = await store.db.selectFrom('mail').select('id').where('person_id', '=', id).execute()
  return waiting.length === 0 && mails.length === 0
}
