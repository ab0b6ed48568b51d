import { createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/store/open-store.ts'

export type Attempt = { wait: number } | { wait: null; succeeded: () => Promise<void>; withdraw: () => Promise<void> }
export type Attempts = ReturnType<typeof openAttempts>

const freeFromOnePlace = 5
const freeFromAll = 50
const longestSeconds = 15 * 60
const forgottenAfter = sql`interval '1 hour'`

type Given = { db: Db; secret: string; now?: () => Date }

/**
 * Guesses at one account: from one place five, then one after 1, 2, 4, 8 and at most 15 minutes, and the same after fifty from
 * everywhere, never none for good. Counted in the database before the password is verified, in one statement under the row's
 * lock, so a hundred at once are still five, in however many processes, and a restart forgets nothing. Unknown addresses count
 * the same, so the limit tells nothing about them.
 */
export function openAttempts({ db, secret, now = () => new Date() }: Given) {
  const hash = (text: string) => createHmac('sha256', secret).update(`sign-in attempts of ${text}`).digest('base64url')

  /** Counts a guess under this key; null when it may be made, else the seconds to wait. */
  async function count(key: string, { account, free }: { account: string; free: number }): Promise<number | null> {
    const at = now()
    const isForgotten = sql`a.last_at <= ${at}::timestamptz - ${forgottenAfter}`
    const next = sql`case when ${isForgotten} then 1 else a.count + 1 end`
    const { rows } = await sql`
      insert into sign_in_attempt as a (key, account, count, blocked_until, last_at)
      values (${key}, ${hash(account)}, 1, ${at}::timestamptz + ${pauseAfter(sql`1`, free)}, ${at})
      on conflict (key) do update set count = ${next}, last_at = ${at}, blocked_until = ${at}::timestamptz + ${pauseAfter(next, free)}
      where a.blocked_until <= ${at}::timestamptz or ${isForgotten}
      returning a.count`.execute(db)
    if (rows.length > 0) return null
    const row = await db.selectFrom('sign_in_attempt').select('blocked_until').where('key', '=', key).executeTakeFirst()
    return Math.max(1, Math.ceil(((row?.blocked_until.getTime() ?? 0) - at.getTime()) / 1_000))
  }

  const forgetKeys = async (keys: string[]) => void (await db.deleteFrom('sign_in_attempt').where('key', 'in', keys).execute())

  /** The passwords were not verified after all. */
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
    /** `from`: the caller's address; a guess within a session has none, and a name of its own. */
    begin: (account: string, from = '') => begin(account, { here: hash(`${account} ${from}`), anywhere: hash(account) }),
    /**
     * A guess in a browser where the account's owner has signed in before. It is counted apart from all guesses made elsewhere,
     * which therefore never use up the owner's; only who knew the password has such browsers, and they have fifty together.
     */
    beginOnDevice: (account: string, device: string) => begin(account, { here: hash(`${account} device ${device}`), anywhere: hash(`${account} all devices`) }),
    /** Its password is a new one: what was guessed before says nothing. */
    async forget(account: string): Promise<void> {
      await db.deleteFrom('sign_in_attempt').where('account', '=', hash(account)).execute()
    },
  }
}

/** How long no guess is taken after the one with this number. */
const pauseAfter = (number: RawBuilder<unknown>, free: number) =>
  sql`case when ${number} < ${free}::int then interval '0' else interval '1 second' * least(${longestSeconds}::int, 60 * 2 ^ least(${number} - ${free}::int, 10)) end`
