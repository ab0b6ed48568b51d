import { randomBytes, randomUUID } from 'node:crypto'
import { newSessionCookie, sessionSeconds } from '#platform/server/session.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/** `cookie`: the `Set-Cookie` line for the browser. */
type NewSession = { token: string; cookie: string }
export type SessionStarter = (personId: string, request: Request, address: string) => Promise<NewSession>

/** Starts sessions of people who have proved who they are. A trigger refuses those whose account was deleted meanwhile. */
export function openSessionStarter({ db, secret, isPublic }: { db: Db; secret: string; isPublic: boolean }): SessionStarter {
  return async (personId, request, address) => {
    const token = randomBytes(24).toString('base64url')
    await db
      .insertInto('auth_session')
      .values({
        id: randomUUID(),
        token,
        person_id: personId,
        expires_at: new Date(Date.now() + sessionSeconds * 1_000),
        ip_address: address,
        user_agent: (request.headers.get('user-agent') ?? '').slice(0, 300),
      })
      .execute()
    return { token, cookie: newSessionCookie(token, { secret, isPublic }) }
  }
}
