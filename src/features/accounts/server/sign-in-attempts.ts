import { createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

export type Attempt = { wait: number } | { wait: null; succeeded: () => Promise<void>; withdraw: () => Promise<void> }
export type Attempts = ReturnType<typeof openAttempts>

const freeFromOnePlace = 5
const freeFromAll = 50
const longestSeconds = 15 * 60
const forgottenAfter = sql`interval '1 hour'`

type Options = { db: Db; secret: string; now?: () => Date }

/**
 * Limits guesses at one account: five from one address and fifty from all together are free, then each waits 1, 2, 4, 8 and at most 15
 * minutes. Unknown addresses are counted too, so that the limit does not show which addresses have accounts.
 * A guess is counted in the database before the password is verified, in one statement under the row lock, so the limit holds across
 * concurrent guesses, processes and restarts.
 */
export function openAttempts({ db, secret, now = () => new Date() }: Options) {
  const hash = (text: string) => createHmac('sha256', secret).update(`sign-in attempts of ${text}`).digest('base64url')

  /**
   * Counts a guess under this key. Null if it is allowed, else the seconds to wait. A free guess ends at its own time (`last_at`), so a simultaneous one
   * that began a moment earlier is not refused because of it.
   */
  async function count(key: string, { account, free }: { account: string; free: number }): Promise<number | null> {
    const at = now()
    const isForgotten = sql`a.last_at <= ${at}::timestamptz - ${forgottenAfter}`
    const next = sql`case when ${isForgotten} then 1 else a.count + 1 end`
    const { rows } = await sql`
      insert into sign_in_attempt as a (key, account, count, blocked_until, last_at)
      values (${key}, ${hash(account)}, 1, ${at}::timestamptz + ${pauseAfter(sql`1`, free)}, ${at})
      on conflict (key) do update set count = ${next}, last_at = ${at}, blocked_until = ${at}::timestamptz + ${pauseAfter(next, free)}
      where a.blocked_until <= greatest(${at}::timestamptz, a.last_at) or ${isForgotten}
      returning a.count`.execute(db)
    if (rows.length > 0) return null
    const row = await db.selectFrom('sign_in_attempt').select('blocked_until').where('key', '=', key).executeTakeFirst()
    return Math.max(1, Math.ceil(((row?.blocked_until.getTime() ?? 0) - at.getTime()) / 1_000))
  }

  const forgetKeys = async (keys: string[]) => void (await db.deleteFrom('sign_in_attempt').where('key', 'in', keys).execute())

  /** Uncounts a guess whose password was not verified. */
  async function withdraw(keys: string[]): Promise<void> {
    await db
      .updateTable('sign_in_attempt')
      .set({ count: sql<number>`greatest(count - 1, 0)`, blocked_until: sql<Date>`last_at` })
      .where('key', 'in', keys)
      .execute()
  }

  async function begin(account: string, { here, anywhere }: { here: string; anywhere: string }): Promise<Attempt> {
    const wait = await count(here, { account, free: freeFromOnePlace })
    if (wait !== null) return { wait }
    const waitAnywhere = await count(anywhere, { account, free: freeFromAll })
    if (waitAnywhere !== null) {
      await withdraw([here])
      return { wait: waitAnywhere }
    }
    return { wait: null, succeeded: () => forgetKeys([here, anywhere]), withdraw: () => withdraw([here, anywhere]) }
  }

  return {
    /** `from`: the caller's address. Guesses within a session have no address and use a key of their own as `account`. */
    begin: (account: string, from = '') => begin(account, { here: hash(`${account} ${from}`), anywhere: hash(account) }),
    /**
     * Counts a guess in a browser where the account's owner has signed in before. Its budget is separate, so guesses made elsewhere never use
     * it up. Only people who knew the password have such browsers, and all of them share fifty guesses.
     */
    beginOnDevice: (account: string, device: string) => begin(account, { here: hash(`${account} device ${device}`), anywhere: hash(`${account} all devices`) }),
    /** Called after a password change: earlier guesses no longer matter. */
    async forget(account: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('account', '=', hash(account)).execute()
    },
  }
}

/** The time without further guesses after the one with this number. */
const pauseAfter = (number: RawBuilder<unknown>, free: number) =>
  sql`case when ${number} < ${free}::int then interval '0' else interval '1 second' * least(${longestSeconds}::int, 60 * 2 ^ least(${number} - ${free}::int, 10)) end`
