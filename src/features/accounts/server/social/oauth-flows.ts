import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { jsonOf } from '#platform/json.ts'
import { setCookieLine } from '#platform/server/http/set-cookie.ts'
import { cookieValue } from '#platform/server/session.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { wayNames } from '../../ways.ts'

const cookieSeconds = 300
const storedMs = 600_000

const Flow = z.object({
  provider: z.enum(wayNames),
  /** The secret of PKCE, whose hash the provider received. */
  verifier: z.string(),
  /** The path to open after signing in. */
  returnTo: z.string(),
  /** Id of the join intention in the sign-in form. */
  join: z.string().nullable(),
  /** The person who links the provider to their account; null for signing in. A first claim finds and deletes the flow by this id. */
  linksTo: z.string().nullable(),
})
/** A sign-in or linking that has left for a provider. */
export type Flow = z.infer<typeof Flow>
export type OAuthFlows = ReturnType<typeof openOAuthFlows>

/** Stores flows under their OAuth state. A cookie with the state binds a flow to the browser in which it began. */
export function openOAuthFlows({ db, isPublic }: { db: Db; isPublic: boolean }) {
  const name = isPublic ? '__Host-holdout.state' : 'holdout.state'
  const keyOf = (state: string) => `auth-state:${state}`

  return {
    async begin(began: Omit<Flow, 'verifier'>): Promise<{ state: string; verifier: string; cookie: string }> {
      const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(48).toString('base64url')]
      const flow: Flow = { ...began, verifier }
      await db
        .insertInto('auth_verification')
        .values({ id: uuidv7(), identifier: keyOf(state), value: JSON.stringify(flow), expires_at: new Date(Date.now() + storedMs) })
        .execute()
      return { state, verifier, cookie: setCookieLine({ name, value: state, seconds: cookieSeconds, isPublic }) }
    },
    /** Uses up the flow with this state. Null for one that is used, expired or began in another browser. */
    async take(state: string | null, cookies: string | null): Promise<Flow | null> {
      if (state === null || cookieValue(cookies, name) !== state) return null
      const row = await db
        .deleteFrom('auth_verification')
        .where('identifier', '=', keyOf(state))
        .where('expires_at', '>', sql<Date>`now()`)
        .returning('value')
        .executeTakeFirst()
      return row ? Flow.parse(jsonOf(row.value)) : null
    },
    /** The `Set-Cookie` line that deletes the cookie. */
    noCookie: setCookieLine({ name, value: '', seconds: 0, isPublic }),
  }
}
