import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { authorName } from '../names.ts'
import { namelessAuthor } from '../terms.ts'
import type { Viewer } from '../viewer.ts'
import { setCookieLine } from './http/set-cookie.ts'

export const sessionCookie = (isPublic: boolean) => (isPublic ? '__Host-holdout.session' : 'holdout.session')

/** The `Set-Cookie` value that deletes the session cookie. */
export const noSession = (isPublic: boolean) => setCookieLine({ name: sessionCookie(isPublic), value: '', seconds: 0, isPublic })

export const sessionSeconds = 30 * 24 * 3_600

/** The `Set-Cookie` value for a session. */
export const newSessionCookie = (token: string, { secret, isPublic }: { secret: string; isPublic: boolean }) =>
  setCookieLine({ name: sessionCookie(isPublic), value: sessionValue(token, secret), seconds: sessionSeconds, isPublic })

/** SQL condition for a valid session, with its row as `s` and its person as `p`. */
export const isLiveSession = "s.expires_at > now() and s.updated_at > now() - interval '7 days' and p.suspended_at is null and p.deleted_at is null"

const readSession = {
  name: 'read-session',
  text: `select s.token, s.id as session_id, p.email, p.email_verified, p.id, p.first_name, p.last_name, p.display_name, p.avatar_url, p.role, p.counting_from is not null as counted,
           p.pledge_privately, s.updated_at < now() - interval '1 hour' as unseen
         from auth_session s join person p on p.id = s.person_id
         where s.token = any($1::text[]) and ${isLiveSession}`,
}
const keepSession = { name: 'keep-session', text: 'update auth_session set updated_at = now() where token = $1' }

/**
 * Reads the session token from a request's cookie and verifies its signature.
 */
export function tokenReader(options: { secret: string; isPublic: boolean }) {
  const cookieName = sessionCookie(options.isPublic)
  return (cookieHeader: string | null | undefined) => signedToken(cookieValue(cookieHeader, cookieName), options.secret)
}

/** The session of a request. Only `viewer` may leave the server. */
export type Session = { id: string; viewer: Viewer; email: string | null; isEmailConfirmed: boolean }

/** `onRead`: called with the person of a signed token, or null if its session has ended. */
type SessionReading = { pool: pg.Pool; secret: string; isPublic: boolean; onRead?: (token: string, personId: string | null) => void }

/**
 * Finds the session of a request's cookie. One prepared statement serves all requests of one event-loop
 * turn, so many at once cost one round trip. There is no cache, so a revoked session ends at once. A
 * session expires after 30 days, or seven days after its last use, which is recorded once an hour.
 */
export function openSessionReader(options: SessionReading) {
  const tokenOf = tokenReader(options)
  const rowOf = sessionsByTurn(options.pool)

  return async function sessionOf(cookieHeader: string | null | undefined): Promise<Session | null> {
    const token = tokenOf(cookieHeader)
    if (!token) return null
    const row = await rowOf(token)
    options.onRead?.(token, row?.id ?? null)
    if (!row) return null
    if (row.unseen) options.pool.query({ ...keepSession, values: [token] }).catch(() => {})
    const viewer = {
      id: row.id,
      name: authorName(row.first_name, row.last_name) ?? namelessAuthor,
      displayName: row.display_name,
      avatarUrl: row.avatar_url,
      role: row.role,
      isCounted: row.counted,
      pledgesPrivately: row.pledge_privately,
    }
    return { id: row.session_id, viewer, email: row.email, isEmailConfirmed: row.email_verified }
  }
}

/** Like `openSessionReader`, for callers that need only the viewer. */
export function sessionReader(options: Parameters<typeof openSessionReader>[0]) {
  const sessionOf = openSessionReader(options)
  return async (cookieHeader: string | null | undefined): Promise<Viewer | null> => (await sessionOf(cookieHeader))?.viewer ?? null
}

type SessionRow = {
  token: string
  session_id: string
  email: string | null
  email_verified: boolean
  id: string
  first_name: string
  last_name: string
  display_name: string
  avatar_url: string | null
  role: Viewer['role']
  counted: boolean
  pledge_privately: boolean
  unseen: boolean
}

/** Reads the sessions requested within one turn of the event loop in one query. */
function sessionsByTurn(pool: pg.Pool) {
  let turn: { tokens: Set<string>; rows: Promise<Map<string, SessionRow>> } | null = null

  async function read(tokens: Set<string>) {
    await new Promise((resolve) => setImmediate(resolve))
    turn = null
    const { rows } = await pool.query<SessionRow>({ ...readSession, values: [[...tokens]] })
    return new Map(rows.map((row) => [row.token, row]))
  }

  return async function sessionOf(token: string): Promise<SessionRow | undefined> {
    if (!turn) {
      const tokens = new Set<string>()
      turn = { tokens, rows: read(tokens) }
    }
    turn.tokens.add(token)
    return (await turn.rows).get(token)
  }
}

export function cookieValue(header: string | null | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

function signedToken(raw: string | null, secret: string): string | null {
  if (!raw || raw.length > 500) return null
  const value = decoded(raw)
  const at = value?.lastIndexOf('.') ?? -1
  if (!value || at < 1) return null
  const token = value.slice(0, at)
  const expected = Buffer.from(signatureOf(token, secret))
  const given = Buffer.from(value.slice(at + 1))
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

const signatureOf = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest('base64')

/** Value of the session cookie: the token, a dot, and the token's HMAC-SHA256 in base64. */
export const sessionValue = (token: string, secret: string) => encodeURIComponent(`${token}.${signatureOf(token, secret)}`)

function decoded(raw: string): string | null {
  try {
    return decodeURIComponent(raw)
  } catch {
    return null
  }
}
