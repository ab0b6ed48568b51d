import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { commonMailDomains } from '#platform/server/common-mail-domains.ts'
import { networkOf } from '#platform/server/http/client-address.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { bridgedDays } from '../terms.ts'

/** `address` identifies the network address, as for rate limits; `browser`: headers that differ between browsers. */
export type JoinCaller = { address: string; browser: string }
type Joining = { caller: JoinCaller; email: string | null; at?: Date }

/**
 * Signals of a join of a new account. Networks, browsers and mail domains are keyed hashes, which cannot be reversed or compared
 * across weeks. `network_before`: the network's hash of the week before, in the first days of a week only, so that a burst is not cut in two. Null if
 * that week has no key. `browser_before` is the same for the browser, and is compared but never stored.
 */
export type JoinSignal = {
  at: Date
  network: string
  network_before: string | null
  browser: string
  browser_before: string | null
  mail_domain: string
  is_common_domain: boolean
}

/** `isExempt`: callers of this machine and of trusted programs, which are never held. */
export function openJoinSignals({ db, isExempt }: { db: Db; isExempt: (address: string) => boolean }) {
  let current: { week: string; secret: string } | null = null
  let before: { week: string; secret: string | null } | null = null

  async function secretOf(week: string): Promise<string> {
    if (current?.week === week) return current.secret
    await sql`insert into signal_key (week, secret) values (${week}::date, ${randomBytes(32).toString('hex')}) on conflict do nothing`.execute(db)
    const { secret } = await db.selectFrom('signal_key').select('secret').where('week', '=', week).executeTakeFirstOrThrow()
    current = { week, secret }
    return secret
  }

  /** The key of the week before; null after the first days of a week, or if it does not exist. Such a key is never made afterwards. */
  async function secretBefore(at: Date): Promise<string | null> {
    const week = weekOf(new Date(at.getTime() - bridgedDays * 86_400_000))
    if (week === weekOf(at)) {
      before = null
      return null
    }
    if (before?.week !== week) {
      const key = await db.selectFrom('signal_key').select('secret').where('week', '=', week).executeTakeFirst()
      before = { week, secret: key?.secret ?? null }
    }
    return before.secret
  }

  return async function signalOf({ caller, email, at = new Date() }: Joining): Promise<JoinSignal | null> {
    if (isExempt(caller.address) || email === null) return null
    const [secret, earlier] = [await secretOf(weekOf(at)), await secretBefore(at)]
    const hashed = (kind: string, text: string, key = secret) => createHmac('sha256', key).update(`${kind} ${text}`).digest('hex').slice(0, 32)
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
    return {
      at,
      network: hashed('network', networkOf(caller.address)),
      network_before: earlier === null ? null : hashed('network', networkOf(caller.address), earlier),
      browser: hashed('browser', caller.browser),
      browser_before: earlier === null ? null : hashed('browser', caller.browser, earlier),
      mail_domain: hashed('domain', domain),
      is_common_domain: commonMailDomains.has(domain),
    }
  }
}

/** The Monday of the week in UTC, as YYYY-MM-DD. */
function weekOf(at: Date): string {
  const day = new Date(at)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
