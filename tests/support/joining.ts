import type { AuthParts } from '#features/accounts/server/endpoints/endpoint.ts'
import { request } from './http.ts'
import { theSite } from './site.ts'

type Press = { campaignId: string; cookie?: string; fields?: Record<string, string>; headers?: Record<string, string> }
export type Pressed = { status: number; location: string; cookie: string; setCookie: string; join: string }

/** Presses Join like a visitor's page: sends a form of the site's own page. `join` is the intention that the sign-up page's address contains. */
export async function pressJoin({ campaignId, cookie = '', fields = {}, headers }: Press): Promise<Pressed> {
  const { origin } = await theSite()
  const response = await request(origin, { method: 'POST', path: `/campaigns/${campaignId}/join`, cookie, body: new URLSearchParams(fields), headers })
  await response.arrayBuffer()
  const location = response.headers.get('location') ?? ''
  const setCookie = response.headers.getSetCookie().find((line) => line.includes('holdout.joining=')) ?? ''
  const join = new URL(location, origin).searchParams.get('join') ?? ''
  return { status: response.status, location, setCookie, cookie: setCookie.split(';')[0] || cookie, join }
}

/** For auth servers in tests without join intentions. */
export const noJoinIntentions: AuthParts['joinIntentions'] = {
  tokenOf: () => null,
  recordForm: async () => {},
  joinNew: async () => () => {},
  execute: async () => null,
  drop: async () => {},
  dropWaiting: async () => {},
}
