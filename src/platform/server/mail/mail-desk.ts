import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { queueReading } from '../job.ts'
import { jobDone, jobFailed } from '../job-times.ts'
import type { Leadership } from '../leader.ts'
import type { Log } from '../log.ts'
import type { Db, Store } from '../store/open-store.ts'
import type { Delivery } from './deliver.ts'
import type { Letter, Mail } from './letter.ts'
import { forgetRefusals, forgiveAddress, isRefusedForNow, noteRefusal } from './refusals.ts'
import { renderLetter } from './render-letter.ts'

const sweepMs = 3_600_000
const batch = 20
/** More than there are connections, so that none of those waits for the store. */
const sentAtOnce = 8
/** Shorter than a mail is held. */
const sendMs = 100_000
const heldFor = sql<Date>`now() + interval '2 minutes'`
const stopMs = 3_000
const failedDays = 30

export type MailDesk = {
  /** Puts a mail into the queue, with the act that it speaks of when given its transaction. Then `nudge`. */
  add: (db: Db, mail: Mail) => Promise<void>
  /** Sends what waits, beside whatever comes next; call it once the transaction is committed. */
  nudge: () => void
  /** Mail to this address goes out again: its owner has just shown that it works. */
  welcome: (db: Db, address: string) => Promise<void>
  waiting: () => number
}

/** A mail about notifications, of which only this is known until it is sent. */
export type Queued = { id: string; kind: string; personId: string; eventId: string | null }
/** Writes such a mail as things are when it is sent; null where nothing is left to say to this person. */
export type Compose = (db: Db, queued: Queued) => Promise<{ to: string; letter: Letter } | null>

type Given = { store: Store; delivery: Delivery; compose: Compose; site: () => string; log: Log; leadership: Leadership }
type Waiting = {
  id: string
  kind: string
  address: string
  letter: Letter | null
  person_id: string | null
  event_id: string | null
  tries: number
  is_refused: boolean
}

/**
 * The queue of mail. A row is taken for two minutes by whoever sends it, so that several processes never send one mail
 * at the same time; it leaves with the server's yes or with a refusal for good. What could not be sent until it expired
 * stays a month without its words, for those who run the site to see.
 */
export function openMailDesk({ store, delivery, compose, site, log, leadership }: Given): MailDesk & { stop: () => Promise<void> } {
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
      const results = await sendEach(mails)
      // A server that takes nothing is left alone until the next look.
      if (!results.includes(true)) return
    }
  }

  /** A few at a time: a slow server is to have each soon after it was held anew. */
  async function sendEach(mails: Waiting[]): Promise<boolean[]> {
    const left = mails.values()
    const results: boolean[] = []
    const some = async () => {
      for (const mail of left) results.push(await send(mail))
    }
    await Promise.all(Array.from({ length: sentAtOnce }, some))
    return results
  }

  /** Whether the mail has left the queue. */
  async function send(mail: Waiting): Promise<boolean> {
    const { id, kind, tries } = mail
    try {
      const written = mail.is_refused ? null : await writtenOf(mail)
      if (written) {
        if (!(await isHeldAnew(mail))) return false
        const result = await inTime(delivery.send({ id, kind, to: written.to, ...renderLetter(written.letter, site()) }))
        if (result !== 'sent') await refuse(written.to, result.refused)
      }
      await store.db.deleteFrom('mail').where('id', '=', id).execute()
      return true
    } catch (error) {
      const { code, command, responseCode }: { code?: unknown; command?: unknown; responseCode?: unknown } = Object(error)
      // Of the error only this: its text may name the address.
      log.warn({ mail: id, kind, tries, code, command, responseCode }, 'a mail could not be sent; it is tried again')
      const last_error =
        [code, command, responseCode]
          .filter((part) => part !== undefined)
          .join(' ')
          .slice(0, 500) || 'Error'
      await store.db
        .updateTable('mail')
        .set({ last_error, next_try_at: sql<Date>`now() + make_interval(secs => ${pauseSeconds(tries)})` })
        .where('id', '=', id)
        .where('tries', '=', tries)
        .execute()
      return false
    }
  }

  /** False where it was held too long, and another process has taken it. */
  async function isHeldAnew({ id, tries }: Waiting): Promise<boolean> {
    const held = store.db.updateTable('mail').set({ next_try_at: heldFor }).where('id', '=', id).where('tries', '=', tries)
    return (await held.returning('id').execute()).length > 0
  }

  async function writtenOf({ id, kind, address, letter, person_id, event_id }: Waiting) {
    if (letter) return { to: address, letter }
    return person_id === null ? null : compose(store.db, { id, kind, personId: person_id, eventId: event_id })
  }

  async function refuse(address: string, answer: string) {
    log.info({ kind: 'refused' }, 'a mail server refuses an address for good: nothing more is sent there')
    await noteRefusal(store.db, { address, answer })
  }

  async function look() {
    if (stopped || !(await leadership.isMine())) return
    const { rows } = await sql<{ due: boolean; expired: boolean; waiting: number }>`
      select coalesce(bool_or(next_try_at <= now()), false) as due, coalesce(bool_or(expires_at < now()), false) as expired, count(*)::int as waiting
      from (select next_try_at, expires_at from mail where failed_at is null limit 10000) as queue`.execute(store.db)
    waiting = rows[0]?.waiting ?? 0
    if (rows[0]?.expired) await giveUp()
    if (rows[0]?.due) nudge()
    if (Date.now() - sweptAt > sweepMs) {
      sweptAt = Date.now()
      await sweep()
    }
    jobDone('mail')
  }

  /** What it said, and the keys in its links, are gone with it. */
  async function giveUp() {
    const { numUpdatedRows } = await store.db
      .updateTable('mail')
      .set({ failed_at: sql<Date>`now()`, letter: null })
      .where('failed_at', 'is', null)
      .where('expires_at', '<', sql<Date>`now()`)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) log.warn({ mails: Number(numUpdatedRows) }, 'mails could not be sent before they expired')
  }

  async function sweep() {
    await store.db.deleteFrom('mail').where('failed_at', '<', sql<Date>`now() - make_interval(days => ${failedDays})`).execute()
    await forgetRefusals(store.db)
    await delivery.sweep()
  }

  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => {
        jobFailed('mail', error)
        log.warn({ err: error }, 'the queue of mail could not be looked at; it is tried again')
      })
      .finally(() => {
        looking = null
      })
  }, queueReading.everyMs)

  return {
    async add(db, { kind, to, letter, expiresAt }) {
      await db
        .insertInto('mail')
        .values({ id: uuidv7(), kind, address: to, letter: JSON.stringify(letter), expires_at: expiresAt })
        .execute()
    },
    nudge,
    welcome: forgiveAddress,
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

/** Fails after a while: what the server does then still, nobody waits for, and the mail is tried again under its id. */
function inTime<Sent>(sending: Promise<Sent>): Promise<Sent> {
  const done = new AbortController()
  const late = setTimeout(sendMs, null, { ref: false, signal: done.signal }).then(() => {
    throw Object.assign(new Error('The mail server takes too long'), { code: 'ETIMEDOUT' })
  })
  return Promise.race([sending, late]).finally(() => done.abort())
}

/** 5 s, 10 s, 20 s ... and at most ten minutes. */
export const pauseSeconds = (tries: number) => Math.min(600, 5 * 2 ** Math.max(0, tries - 1))

/** The oldest that are due and have not expired, those about accounts first, held for two minutes. */
async function taken(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    update mail set tries = tries + 1, next_try_at = ${heldFor}
    where id in (
      select id from mail where failed_at is null and next_try_at <= now() and expires_at > now()
      order by (person_id is not null), next_try_at, id limit ${batch} for update skip locked)
    returning id, kind, address, letter, person_id, event_id, tries, 
      person_id is null and ${isRefusedForNow(sql`mail.address`)} as is_refused`.execute(db)
  return rows
}
