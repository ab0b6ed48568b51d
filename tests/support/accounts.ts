import { v7 as uuidv7 } from 'uuid'
import { makeConfirmingLink } from '#features/accounts/server/confirming-link.ts'
import { request } from './http.ts'
import { aSession, call, type Person, theSite } from './site.ts'

/** The default password of the accounts in these tests. */
export const password = 'blue pencil rain'
export const anEmail = () => `${uuidv7()}@people.test`

export type AuthAnswer = { status: number; headers: Headers; text: string; body: any }
export type Member = Person & { email: string }

/** Sends a POST request to /api/auth, as this person or as a visitor. */
export async function postAuth(path: string, body: unknown, as: { cookie?: string; headers?: Record<string, string> } = {}): Promise<AuthAnswer> {
  const { origin } = await theSite()
  const response = await request(origin, { method: 'POST', path: `/api/auth/${path}`, ...as, body })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

/** The token of the link that confirms a person's address, as it is mailed. */
export const aConfirmingToken = async ({ id }: { id: string }): Promise<string> => makeConfirmingLink((await theSite()).store.db, id)

/** The cookie of the session that a response begins. */
export const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** Signs a person in through the API. */
export async function signedIn(email: string, given = password): Promise<Person> {
  const answer = await postAuth('sign-in/email', { email, password: given })
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`)
  const cookie = cookieOf(answer)
  const { body } = await call({ id: '', cookie }, 'GET', '/me')
  return { id: body.id, cookie }
}

/** Sends the sign-up form of a new person. */
export const aSignUp = (
  fields: { email: string; name?: string; join?: string; openSeconds?: number },
  as: { cookie?: string; headers?: Record<string, string> } = {},
) => postAuth('sign-up/email', { name: 'New Person', password, ...fields }, as)

/** Signs a new person up and in through the API. On a site that sends mail, their address is not confirmed yet. */
export async function aMember(given: { email?: string; username?: string; password?: string } = {}): Promise<Member> {
  const whole = { name: 'New Person', email: anEmail(), password, ...given }
  const { status, text } = await postAuth('sign-up/email', whole)
  if (status !== 200) throw new Error(`not signed up: ${text}`)
  return { ...(await signedIn(whole.email, whole.password)), email: whole.email }
}

/** Another session of the same person, as from a second device. */
export const anotherSession = async ({ id }: Person): Promise<Person & { sessionId: string }> => ({ id, ...(await aSession(id)) })
