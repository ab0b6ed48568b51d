import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { jobDone } from '../job-times.ts'
import type { Leadership } from '../leader.ts'
import type { Log } from '../log.ts'
import type { Db, Store } from '../store/open-store.ts'
import type { Delivery } from './deliver.ts'
import type { Letter, Mail } from './letter.ts'
import { renderLetter } from './render-letter.ts'

const lookMs = 2_000
const sweepMs = 3_600_000
const batch = 20
const stopMs = 3_000
const refusedDays = 30

export type MailDesk = {
  /** Puts a mail into the queue, with the act that it speaks of when given its transaction. Then `nudge`. */
  add: (db: Db, mail: Mail) => Promise<void>
  /** Sends what waits, beside whatever comes next; call it once the transaction is committed. */
  nudge: () => void
  /** Mail to this address goes out again: its owner has just shown that it works. */
  welcome: (db: Db, address: string) => Promise<void>
  waiting: () => number
}

type Given = { store: Store; delivery: Delivery; site: () => string; log: Log; leadership: Leadership }
type Waiting = { id: string; kind: string; address: string; letter: Letter; tries: number; is_refused: boolean }

/**
 * The queue of mail. A row is taken for two minutes by whoever sends it, so that several processes never send one mail
 * at the same time; it leaves with the server's yes, with a refusal for good, or when its link has expired.
 */
export function openMailDesk({ store, delivery, site, log, leadership }: Given): MailDesk & { stop: () => Promise<void> } {
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  let waiting = 0
  let sweptAt = 0

  function nudge() {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = sendAll()
      .catch((error: unknown) => log.warn({ err: error }, 'the queue of mail could not be read; it is tried again'))
      .finally(() => {
        running = null
        if (!again) return
        again = false
        nudge()
      })
  }

  async function sendAll() {
    while (!stopped) {
      const mails = await taken(store.db)
      if (mails.length === 0) return
      const results = await Promise.all(mails.map(send))
      // A server that takes nothing is left alone until the next look.
      if (!results.includes(true)) return
    }
  }

  /** Whether the mail has left the queue. */
  async function send({ id, kind, address, letter, tries, is_refused }: Waiting): Promise<boolean> {
    try {
      const result = is_refused ? 'sent' : await delivery.send({ id, kind, to: address, ...renderLetter(letter, site()) })
      if (result !== 'sent') await refuse(address, result.refused)
      await store.db.deleteFrom('mail').where('id', '=', id).execute()
      return true
    } catch (error) {
      const { code, command, responseCode }: { code?: unknown; command?: unknown; responseCode?: unknown } = Object(error)
      // Of the error only this: its text may name the address.
      log.warn({ mail: id, kind, tries, code, command, responseCode }, 'a mail could not be sent; it is tried again')
      await store.db
        .updateTable('mail')
        .set({ next_try_at: sql<Date>`now() + make_interval(secs => ${pauseSeconds(tries)})` })
        .where('id', '=', id)
        .execute()
      return false
    }
  }

  async function refuse(address: string, answer: string) {
    const refused_at = new Date()
    log.info({ kind: 'refused' }, 'a mail server refuses an address for good: nothing more is sent there')
    await store.db
      .insertInto('refused_address')
      .values({ address, answer, refused_at })
      .onConflict((conflict) => conflict.column('address').doUpdateSet({ answer, refused_at }))
      .execute()
  }

  async function look() {
    if (stopped || !(await leadership.isMine())) return
    const { rows } = await sql<{ due: boolean; waiting: number }>`
      select coalesce(bool_or(next_try_at <= now()), false) as due, count(*)::int as waiting from (select next_try_at from mail limit 10000) as queue`.execute(
      store.db,
    )
    waiting = rows[0]?.waiting ?? 0
    if (rows[0]?.due) nudge()
    if (Date.now() - sweptAt > sweepMs) {
      sweptAt = Date.now()
      await sweep()
    }
    jobDone('mail')
  }

  async function sweep() {
    const expired = await store.db.deleteFrom('mail').where('expires_at', '<', sql<Date>`now()`).executeTakeFirst()
    if (expired.numDeletedRows > 0n) log.warn({ mails: Number(expired.numDeletedRows) }, 'mails were not sent before their links expired')
    await store.db.deleteFrom('refused_address').where('refused_at', '<', sql<Date>`now() - make_interval(days => ${refusedDays})`).execute()
    await delivery.sweep()
  }

  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'the queue of mail could not be looked at; it is tried again'))
      .finally(() => {
        looking = null
      })
  }, lookMs)

  return {
    async add(db, { kind, to, letter, expiresAt }) {
      await db
        .insertInto('mail')
        .values({ id: uuidv7(), kind, address: to, letter: JSON.stringify(letter), expires_at: expiresAt })
        .execute()
    },
    nudge,
    async welcome(db, address) {
      await db.deleteFrom('refused_address').where('address', '=', address).execute()
    },
    waiting: () => waiting,
    async stop() {
      stopped = true
      clearInterval(timer)
      // A mail server that does not answer keeps nobody from stopping: what was on its way is tried again later.
      await Promise.race([Promise.all([looking, running]), setTimeout(stopMs, null, { ref: false })])
      delivery.close()
    },
  }
}

/** 5 s, 10 s, 20 s ... and at most ten minutes. */
export const pauseSeconds = (tries: number) => Math.min(600, 5 * 2 ** Math.max(0, tries - 1))

/** The oldest that are due and whose links still work, held for two minutes. */
async function taken(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    update mail set tries = tries + 1, next_try_at = now() + interval '2 minutes'
    where id in (select id from mail where next_try_at <= now() and expires_at > now() order by next_try_at, id limit ${batch} for update skip locked)
    returning id, kind, address, letter, tries, exists (select 1 from refused_address r where r.address = mail.address) as is_refused`.execute(db)
  return rows
}
