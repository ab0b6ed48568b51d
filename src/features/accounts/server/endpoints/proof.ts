import { ORPCError } from '@orpc/server'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Attempt } from '../sign-in-attempts.ts'
import { type AuthParts, type Caller, signInFirst, tooMany } from './endpoint.ts'

type PasswordCheck = { personId: string; password: string; guess: (kept: KeptPassword) => Promise<Attempt> }
type Shown = Caller & { request: Request; personId: string; password: string }
type CheckParts = Pick<AuthParts, 'store' | 'hashing'>
type Parts = CheckParts & Pick<AuthParts, 'attempts' | 'devices' | 'viewerOf'>
export type KeptPassword = { accountId: string; hash: string; email: string | null; isConfirmed: boolean }

/** The key for guesses within a session, which have a separate budget that outsiders cannot use up. */
export const guessedWithin = (personId: string) => `session of ${personId}`

/** Begins a guess from outside a session. A browser that the account's owner has used before has its own budget. */
export const beginGuess = (
  { attempts }: Pick<AuthParts, 'attempts'>,
  { account, address, device }: { account: string; address: string; device: string | null },
) => (device === null ? attempts.begin(account, address) : attempts.beginOnDevice(account, device))

/** A person's password, or null for an account without one. */
export async function passwordOf(db: Db, personId: string): Promise<KeptPassword | null> {
  const account = await db
    .selectFrom('auth_account as a')
    .innerJoin('person as p', 'p.id', 'a.person_id')
    .select(['a.id', 'a.password', 'p.email', 'p.email_verified'])
    .where('a.person_id', '=', personId)
    .where('a.provider_id', '=', 'credential')
    .executeTakeFirst()
  return account?.password ? { accountId: account.id, hash: account.password, email: account.email, isConfirmed: account.email_verified } : null
}

/**
 * Verifies a password; an account without one passes. `guess` begins the counted guess, limited as strictly as at sign-in. `wait`: seconds until
 * the next one.
 */
export async function checkPassword(
  { store, hashing }: CheckParts,
  { personId, password, guess }: PasswordCheck,
): Promise<{ isRight: boolean } | { wait: number }> {
  const kept = await passwordOf(store.db, personId)
  if (!kept) return { isRight: true }
  const attempt = await guess(kept)
  if (attempt.wait !== null) return { wait: attempt.wait }
  const isRight = await hashing.verify({ hash: kept.hash, password }).catch(async (error: unknown) => {
    await attempt.withdraw()
    throw error
  })
  if (isRight) await attempt.succeeded()
  return { isRight }
}

/** Refuses a wrong password; an account without one passes. */
export async function requirePassword(parts: CheckParts, check: PasswordCheck): Promise<void> {
  const checked = await checkPassword(parts, check)
  if ('wait' in checked) throw tooMany(checked.wait)
  if (!checked.isRight) refuseFields({ password: 'CURRENT_PASSWORD_WRONG' })
}

/**
 * Refuses a caller who is not identified as this person by a session or by the account's password. A mailed link proves only that the caller
 * reads the mailbox: somebody else may have made the account with that address and wait for its owner to press the button.
 */
export async function refuseOthers(parts: Parts, { request, address, personId, password }: Shown): Promise<void> {
  const cookies = request.headers.get('cookie')
  const viewer = await parts.viewerOf(cookies)
  if (viewer?.id === personId) return
  const kept = await passwordOf(parts.store.db, personId)
  if (!kept) throw signInFirst()
  if (password === '') throw new ORPCError('PASSWORD_NEEDED', { status: 401, message: 'Sign in first, or send the password of the account.' })
  const device = parts.devices.deviceOf(cookies, { personId, hash: kept.hash })
  await requirePassword(parts, { personId, password, guess: ({ email }) => beginGuess(parts, { account: email ?? personId, address, device }) })
}
