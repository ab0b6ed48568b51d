import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { openRunner, queueReading, startJob } from '../job.ts'
import type { Leadership } from '../leader.ts'
import type { Log } from '../log.ts'
import { backOff, claimedUntil, sweepFailed } from '../queue.ts'
import type { Db, Store } from '../store/open-store.ts'
import type { Delivery } from './deliver.ts'
import type { Letter, Mail } from './letter.ts'
import { forgetRefusals, forgiveAddress, isRefusedForNow, recordRefusal } from './refusals.ts'
import { renderLetter } from './render-letter.ts'

const sweepMs = 3_600_000
const batch = 20
/** Sends at the same time. There are more than SMTP connections, so that none of these waits for the database. */
const sentAtOnce = 8
/** Shorter than the claim on a mail. */
const sendMs = 100_000
const stopMs = 3_000

export type MailQueue = {
  /** Queues a mail, in the transaction of the action that it reports if one is given. Call `runSoon` afterwards. */
  add: (db: Db, mail: Mail) => Promise<void>
  /** Sends waiting mails in the background. Call it after the transaction is committed. */
  runSoon: () => void
  /** Removes the refusal of an address, because its owner has just proved that it works. */
  welcome: (db: Db, address: string) => Promise<void>
  waiting: () => number
}

/** A mail about notifications, of which only these fields are known until it is sent. */
export type Queued = { id: string; kind: string; personId: string; eventId: string | null }
/** Writes such a mail from the state at the time of sending; null if nothing is left to report to this person. */
export type Compose = (db: Db, queued: Queued) => Promise<{ to: string; letter: Letter } | null>

/** Called after a mail server has accepted a mail, before its row is deleted. After a crash in between it is called again. */
export type OnSent = (db: Db, mail: { id: string; kind: string }) => Promise<void>

type Queue = { store: Store; delivery: Delivery; compose: Compose; onSent?: OnSent; site: () => string; log: Log }
type Options = Queue & { leadership: Leadership }
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
 * The mail queue. A process claims a row for two minutes before it sends the mail, so that several processes
 * never send one mail at the same time. The row is deleted after a success or a permanent refusal. A mail
 * that was not sent before it expired is kept for a month without its text, for the operators.
 */
export function openMailQueue({ leadership, ...queue }: Options): MailQueue & { stop: () => Promise<void> } {
  const { store, delivery, log } = queue
  let waiting = 0
  let sweptAt = 0
  const sending = openRunner({ work: (stopping) => sendAll(queue, stopping), failed: 'the mail queue could not be read', log })

  async function check() {
    const { rows } = await sql<{ due: boolean; expired: boolean; waiting: number }>`
      select coalesce(bool_or(next_try_at <= now()), false) as due, coalesce(bool_or(expires_at < now()), false) as expired, count(*)::int as waiting
      from (select next_try_at, expires_at from mail where failed_at is null limit 10000) as queue`.execute(store.db)
    waiting = rows[0]?.waiting ?? 0
    if (rows[0]?.expired) await giveUp(queue)
    if (rows[0]?.due) sending.runSoon()
    if (Date.now() - sweptAt < sweepMs) return
    sweptAt = Date.now()
    await sweepFailed(store.db, 'mail')
    await forgetRefusals(store.db)
    await delivery.sweep()
  }
  const checking = startJob({ name: 'mail', ...queueReading, work: check, failed: 'the mail queue could not be checked', log, leadership })

  return {
    async add(db, { id = uuidv7(), kind, to, letter, expiresAt }) {
      await db
        .insertInto('mail')
        .values({ id, kind, address: to, letter: JSON.stringify(letter), expires_at: expiresAt })
        .execute()
    },
    runSoon: sending.runSoon,
    welcome: forgiveAddress,
    waiting: () => waiting,
    async stop() {
      // A mail server that does not answer must not block the stop: mails in progress are sent again later.
      await Promise.race([Promise.all([checking.stop(), sending.stop()]), setTimeout(stopMs, null, { ref: false })])
      delivery.close()
    },
  }
}

async function sendAll(queue: Queue, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const mails = await taken(queue.store.db)
    if (mails.length === 0) return
    const results = await sendEach(queue, mails)
    // A server that accepts no mail is left alone until the next interval.
    if (!results.includes(true)) return
  }
}

/** Sends a few at a time, so that even with a slow server each is sent soon after its claim was renewed. */
async function sendEach(queue: Queue, mails: Waiting[]): Promise<boolean[]> {
  const left = mails.values()
  const results: boolean[] = []
  const some = async () => {
    for (const mail of left) results.push(await send(queue, mail))
  }
  await Promise.all(Array.from({ length: sentAtOnce }, some))
  return results
}

/** Returns true if the mail has left the queue. */
async function send(queue: Queue, mail: Waiting): Promise<boolean> {
  const { store, delivery, site } = queue
  const { id, kind } = mail
  try {
    const written = mail.is_refused ? null : await writtenOf(queue, mail)
    if (written) {
      if (!(await isClaimedAgain(store.db, mail))) return false
      const result = await inTime(delivery.send({ id, kind, to: written.to, ...renderLetter(written.letter, site()) }))
      if (result !== 'sent') await refuse(queue, { address: written.to, answer: result.refused })
      else await queue.onSent?.(store.db, { id, kind })
    }
    await store.db.deleteFrom('mail').where('id', '=', id).execute()
    return true
  } catch (error) {
    await postpone(queue, { mail, error })
    return false
  }
}

async function postpone({ store, log }: Queue, { mail: { id, kind, tries }, error }: { mail: Waiting; error: unknown }): Promise<void> {
  const { code, command, responseCode }: { code?: unknown; command?: unknown; responseCode?: unknown } = Object(error)
  // Logs only these fields of the error, because its text may contain the address.
  log.warn({ mail: id, kind, tries, code, command, responseCode }, 'an email could not be sent; it will be retried')
  const words = [code, command, responseCode].filter((part) => part !== undefined).join(' ')
  await store.db
    .updateTable('mail')
    .set({ last_error: words.slice(0, 500) || 'Error', next_try_at: sql<Date>`now() + ${backOff(sql`${tries}::int`)}` })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
}

/** Renews the claim; false if it had expired and another process has claimed the mail. */
async function isClaimedAgain(db: Db, { id, tries }: Waiting): Promise<boolean> {
  const claim = db.updateTable('mail').set({ next_try_at: claimedUntil }).where('id', '=', id).where('tries', '=', tries)
  return (await claim.returning('id').execute()).length > 0
}

async function writtenOf({ store, compose }: Queue, { id, kind, address, letter, person_id, event_id }: Waiting) {
  if (letter) return { to: address, letter }
  return person_id === null ? null : compose(store.db, { id, kind, personId: person_id, eventId: event_id })
}

async function refuse({ store, log }: Queue, refusal: { address: string; answer: string }): Promise<void> {
  log.info({ kind: 'refused' }, 'a mail server rejected an address permanently: no more email is sent to it')
  await recordRefusal(store.db, refusal)
}

/** Marks expired mails as failed and deletes their text, with the keys in its links. */
async function giveUp({ store, log }: Queue): Promise<void> {
  const { numUpdatedRows } = await store.db
    .updateTable('mail')
    .set({ failed_at: sql<Date>`now()`, letter: null })
    .where('failed_at', 'is', null)
    .where('expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) log.warn({ mails: Number(numUpdatedRows) }, 'emails expired before they could be sent')
}

/** Rejects after `sendMs`. The result of the server is then ignored, and the mail is sent again with the same id. */
function inTime<Sent>(sending: Promise<Sent>): Promise<Sent> {
  const done = new AbortController()
  const late = setTimeout(sendMs, null, { ref: false, signal: done.signal }).then(() => {
    throw Object.assign(new Error('The mail server did not respond in time'), { code: 'ETIMEDOUT' })
  })
  return Promise.race([sending, late]).finally(() => done.abort())
}

/** Claims the oldest mails that are due and not expired, for two minutes, account mail first. */
async function taken(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    update mail set tries = tries + 1, next_try_at = ${claimedUntil}
    where id in (
      select id from mail where failed_at is null and next_try_at <= now() and expires_at > now()
      order by (person_id is not null), next_try_at, id limit ${batch} for update skip locked)
    returning id, kind, address, letter, person_id, event_id, tries, 
      person_id is null and ${isRefusedForNow(sql`mail.address`)} as is_refused`.execute(db)
  return rows
}
