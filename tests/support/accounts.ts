import { v7 as uuidv7 } from 'uuid'
import { makeConfirmingLink } from '#features/accounts/server/confirming-link.ts'
import { aSession, call, type Person, theSite } from './site.ts'

/** What everybody here signs in with who does not say otherwise. */
export const password = 'blue pencil rain'
export const anEmail = () => `${uuidv7()}@people.test`

export type AuthAnswer = { status: number; headers: Headers; text: string; body: any }
export type Member = Person & { email: string }

/** Knocks at a door below /api/auth, as this person or as a visitor. */
export async function postAuth(path: string, body: unknown, as: { cookie?: string; headers?: Record<string, string> } = {}): Promise<AuthAnswer> {
  const { origin } = await theSite()
  const response = await fetch(`${origin}/api/auth/${path}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...(as.cookie ? { cookie: as.cookie } : {}), ...as.headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

/** The token of the link that confirms somebody's address, as it is mailed. */
export const aConfirmingToken = async ({ id }: { id: string }): Promise<string> => makeConfirmingLink((await theSite()).store.db, id)

/** The session that an answer begins. */
export const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Somebody's next session, through the door. */
export async function signedIn(email: string, given = password): Promise<Person> {
  const answer = await postAuth('sign-in/email', { email, password: given })
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`)
  const cookie = cookieOf(answer)
  const { body } = await call({ id: '', cookie }, 'GET', '/me')
  return { id: body.id, cookie }
}

/** Somebody who has signed up and in through the doors; where mail goes out, not confirmed yet. */
export async function aMember(given: { email?: string; username?: string; password?: string } = {}): Promise<Member> {
  const whole = { name: 'Test Person', email: anEmail(), password, ...given }
  const { status, text } = await postAuth('sign-up/email', whole)
  if (status !== 200) throw new Error(`not signed up: ${text}`)
  return { ...(await signedIn(whole.email, whole.password)), email: whole.email }
}

/** Another session of the same person, as from a second device. */
export const anotherSession = async ({ id }: Person): Promise<Person & { sessionId: string }> => ({ id, ...(await aSession(id)) })
