import { anOAuthServer, type Profile } from './oauth-server.ts'
import { freePort } from './product.ts'
import { theSite, useSite } from './site.ts'

/** A site with all four providers, and the server in place of them. */
export async function useSiteWithProviders() {
  const port = await freePort()
  const oauth = await anOAuthServer({ origin: `http://127.0.0.1:${port}` })
  const close = await useSite({ PORT: String(port), ...oauth.env })
  return {
    oauth,
    async close() {
      await close()
      await oauth.stop()
    },
  }
}

export type OAuth = Awaited<ReturnType<typeof anOAuthServer>>
export type Arrived = { status: number; location: string; cookie: string; lines: string[] }

/** The cookies of a browser as one header, from the `Set-Cookie` lines of a response. */
export const cookiesOf = (lines: string[]) =>
  lines
    .filter((line) => !/Max-Age=0/i.test(line))
    .map((line) => line.split(';')[0])
    .join('; ')

/** Requests the address at which signing in (or linking) at another site begins. */
export async function leave(path: string, given: { body?: unknown; cookie?: string } = {}) {
  const { origin } = await theSite()
  const response = await fetch(`${origin}/api/auth/${path}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...(given.cookie ? { cookie: given.cookie } : {}) },
    body: JSON.stringify(given.body ?? {}),
  })
  const body: any = await response.json()
  return { status: response.status, body, url: String(body.url ?? ''), lines: response.headers.getSetCookie() }
}

/** Returns from the other site to the product, with these cookies. */
export async function returnFrom(url: string, cookie: string): Promise<Arrived> {
  const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
  const lines = response.headers.getSetCookie()
  return { status: response.status, location: response.headers.get('location') ?? '', cookie: cookiesOf(lines), lines }
}

type ProviderSignIn = { oauth: OAuth; way: string; as: Profile; returnTo?: unknown; join?: string; cookie?: string; act?: 'allow' | 'deny' }

/** Signs in through another site, in one browser. */
export async function signInThrough({ oauth, way, as, returnTo, join, cookie = '', act = 'allow' }: ProviderSignIn): Promise<Arrived> {
  oauth.is(as)
  const left = await leave('sign-in/social', { body: { provider: way, ...(returnTo === undefined ? {} : { returnTo }), ...(join ? { join } : {}) }, cookie })
  if (left.status !== 200) throw new Error(`${left.status} ${JSON.stringify(left.body)}`)
  return returnFrom(await oauth.through(left.url, act), [cookie, cookiesOf(left.lines)].filter(Boolean).join('; '))
}

/** Links another site to the account of this cookie's session. */
export async function link({ oauth, way, as, cookie = '', password }: ProviderSignIn & { password?: string }): Promise<Arrived> {
  oauth.is(as)
  const left = await leave(`link/${way}`, { body: password === undefined ? {} : { password }, cookie })
  if (left.status !== 200) throw new Error(`${left.status} ${JSON.stringify(left.body)}`)
  return returnFrom(await oauth.through(left.url), [cookie, cookiesOf(left.lines)].join('; '))
}
