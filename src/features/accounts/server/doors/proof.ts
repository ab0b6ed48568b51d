import { ORPCError } from '@orpc/server'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Attempt } from '../sign-in-attempts.ts'
import { type AuthParts, type Caller, signInFirst, tooMany } from './door.ts'

type Asked = { personId: string; password: string; guess: (kept: KeptPassword) => Promise<Attempt> }
type Shown = Caller & { request: Request; personId: string; password: string }
type Parts = Pick<AuthParts, 'store' | 'hashing' | 'attempts' | 'devices' | 'viewerOf'>
export type KeptPassword = { accountId: string; hash: string; email: string | null }

/** Guesses within a session are counted apart: nobody outside can use them up. */
export const guessedWithin = (personId: string) => `session of ${personId}`

/** Begins a guess from outside a session: in a browser that the account's owner has used before, of that browser's own budget. */
export const beginGuess = (
  { attempts }: Pick<AuthParts, 'attempts'>,
  { account, address, device }: { account: string; address: string; device: string | null },
) => (device === null ? attempts.begin(account, address) : attempts.beginOnDevice(account, device))

/** A person's password, or null for an account without one. */
export async function passwordOf(db: Db, personId: string): Promise<KeptPassword | null> {
  const account = await db
    .selectFrom('auth_account as a')
    .innerJoin('person as p', 'p.id', 'a.person_id')
    .select(['a.id', 'a.password', 'p.email'])
    .where('a.person_id', '=', personId)
    .where('a.provider_id', '=', 'credential')
    .executeTakeFirst()
  return account?.password ? { accountId: account.id, hash: account.password, email: account.email } : null
}

/** Refuses a wrong password of an account that has one. `guess`: what tries are counted under, as few as at the sign-in door. */
export async function askForPassword(parts: Parts, { personId, password, guess }: Asked): Promise<void> {
  const kept = await passwordOf(parts.store.db, personId)
  if (!kept) return
  const attempt = await guess(kept)
  if (attempt.wait !== null) throw tooMany(attempt.wait)
  const isRight = await parts.hashing.verify({ hash: kept.hash, password }).catch(async (error: unknown) => {
    await attempt.withdraw()
    throw error
  })
  if (!isRight) refuseFields({ password: 'CURRENT_PASSWORD_WRONG' })
  await attempt.succeeded()
}

/**
 * Refuses whoever is not known to be this person, by this browser's session or by the account's password. A link in a mail
 * shows that somebody reads the mailbox, not that they made the account: somebody else may have made it with their address
 * and wait for them to press the button.
 */
export async function refuseOthers(parts: Parts, { request, address, personId, password }: Shown): Promise<void> {
  const cookies = request.headers.get('cookie')
  const viewer = await parts.viewerOf(cookies)
  if (viewer?.id === personId) return
  const kept = await passwordOf(parts.store.db, personId)
  if (!kept) throw signInFirst()
  if (password === '') throw new ORPCError('PASSWORD_NEEDED', { status: 401, message: 'Sign in first, or send the password of the account.' })
  const device = parts.devices.deviceOf(cookies, { personId, hash: kept.hash })
  await askForPassword(parts, { personId, password, guess: ({ email }) => beginGuess(parts, { account: email ?? personId, address, device }) })
}
