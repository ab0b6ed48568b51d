import { endWithin } from '#platform/server/end-sessions.ts'
import type { PasswordProblem } from '../terms.ts'
import type { AuthParts } from './endpoints/endpoint.ts'
import { checkPassword, guessedWithin, passwordOf } from './endpoints/proof.ts'
import { mayNotify } from './mail-budget.ts'
import { changedPasswordProblem } from './new-password.ts'
import { dropPendingChange, dropResetLinks } from './pending.ts'

/** `keep`: the session that stays; all others end in the same transaction. `cookies`: those of the browser that requests the change. */
type Change = { personId: string; current: string; next: string; keep: string | null; cookies: string | null }
/**
 * `deviceCookie`: the `Set-Cookie` line that keeps this browser known. `wait`: seconds until the next try, after too many wrong passwords or
 * changes.
 */
type Changed =
  | { done: true; ended: number; deviceCookie: string }
  | { done: false; why: 'no password' | 'wrong' }
  | { done: false; why: PasswordProblem }
  | { done: false; wait: number }

type Parts = Pick<AuthParts, 'store' | 'hashing' | 'limiter' | 'attempts' | 'devices' | 'sessions' | 'mail' | 'letters'>

export type PasswordChanger = {
  change: (change: Change) => Promise<Changed>
  /** Verifies the password of a signed-in person, for acts that need it; an account without one passes. */
  check: (given: { personId: string; password: string }) => ReturnType<typeof checkPassword>
}

/**
 * Changes the password of a person who knows the current one. Guesses are limited as strictly as at sign-in, so an unattended session is no
 * better place for guessing. The change also voids mailed reset links and a pending change of address.
 */
export function openPasswordChanger({ store, hashing, limiter, attempts, devices, sessions, mail, letters }: Parts): PasswordChanger {
  return {
    check: ({ personId, password }) => checkPassword({ store, hashing }, { personId, password, guess: () => attempts.begin(guessedWithin(personId)) }),
    async change({ personId, current, next, keep, cookies }) {
      const kept = await passwordOf(store.db, personId)
      if (!kept) return { done: false, why: 'no password' }
      const problem = await changedPasswordProblem(store.db, { personId, password: next })
      if (problem) return { done: false, why: problem }
      const wait = await limiter.take('passwordChange', personId)
      if (wait !== null) return { done: false, wait }
      const attempt = await attempts.begin(guessedWithin(personId))
      if (attempt.wait !== null) return { done: false, wait: attempt.wait }
      try {
        if (!(await hashing.verify({ hash: kept.hash, password: current }))) return { done: false, why: 'wrong' }
        const password = await hashing.hash(next)
        const ended = await store.db.transaction().execute(async (tx) => {
          // Updates only the hash that was verified: of two concurrent changes, the later one has the wrong current password.
          const { numUpdatedRows } = await tx
            .updateTable('auth_account')
            .set({ password, updated_at: new Date() })
            .where('id', '=', kept.accountId)
            .where('password', '=', kept.hash)
            .executeTakeFirst()
          if (numUpdatedRows === 0n) return null
          await dropResetLinks(tx, personId)
          await dropPendingChange(tx, personId)
          const { email, isConfirmed } = kept
          if (email !== null && (await mayNotify(limiter, { email, isConfirmed }))) await mail.add(tx, letters.passwordChanged(email))
          return endWithin(tx, { personId, except: keep })
        })
        await attempt.succeeded()
        if (ended === null) return { done: false, why: 'wrong' }
        mail.runSoon()
        sessions.haveEnded(ended)
        return { done: true, ended: ended.length, deviceCookie: devices.remember(cookies, { personId, hash: password }) }
      } catch (error) {
        await attempt.withdraw()
        throw error
      }
    },
  }
}
