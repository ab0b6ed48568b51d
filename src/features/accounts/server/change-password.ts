import { endWithin } from '#platform/server/end-sessions.ts'
import type { PasswordProblem } from '../policy.ts'
import type { AuthParts } from './doors/door.ts'
import { guessedWithin, passwordOf } from './doors/proof.ts'
import { changedPasswordProblem } from './new-password.ts'
import { dropPendingChange, dropResetLinks } from './pending.ts'

/** `keep`: the session that stays; all others end in the same transaction. */
type Change = { personId: string; current: string; next: string; keep: string | null }
/** `wait`: seconds until the next try at this account, after too many wrong ones or too many changes. */
type Changed =
  | { done: true; ended: number }
  | { done: false; why: 'no password' | 'wrong' }
  | { done: false; why: PasswordProblem }
  | { done: false; wait: number }

type Parts = Pick<AuthParts, 'store' | 'hashing' | 'limiter' | 'attempts' | 'sessions' | 'mail' | 'letters'>

export type PasswordDesk = { change: (change: Change) => Promise<Changed> }

/**
 * Changes a password whose present one is known. Tries are as few as at signing in, so a session that somebody found open is
 * no better place for guessing. Whatever was mailed to come in another way (a reset, another address) is void after.
 */
export function openPasswordDesk({ store, hashing, limiter, attempts, sessions, mail, letters }: Parts): PasswordDesk {
  return {
    async change({ personId, current, next, keep }) {
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
          // Only over the one that was checked: of two changes at once the later has the wrong current password.
          const { numUpdatedRows } = await tx
            .updateTable('auth_account')
            .set({ password, updated_at: new Date() })
            .where('id', '=', kept.accountId)
            .where('password', '=', kept.hash)
            .executeTakeFirst()
          if (numUpdatedRows === 0n) return null
          await dropResetLinks(tx, personId)
          await dropPendingChange(tx, personId)
          if (kept.email !== null) await mail.add(tx, letters.passwordChanged(kept.email))
          return endWithin(tx, { personId, except: keep })
        })
        await attempt.succeeded()
        if (ended === null) return { done: false, why: 'wrong' }
        mail.nudge()
        sessions.haveEnded(ended)
        return { done: true, ended: ended.length }
      } catch (error) {
        await attempt.withdraw()
        throw error
      }
    },
  }
}
