import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import { openConcurrencyLimit } from './concurrency-limit.ts'
import { retryCollisions } from './retry.ts'
import type { Db } from './store/open-store.ts'
import type { DB } from './store/schema.gen.ts'

export type Tx = Transaction<DB>
export type Act = { db: Db; personId: string; key: string | null; operation: string; input: unknown }

/** Distinguishes requests with the same key. */
export const fingerprintOf = (input: unknown) => createHash('sha256').update(JSON.stringify(input)).digest('base64')

/**
 * Runs `act` in one transaction, once per person and Idempotency-Key: a repeat, even a
 * simultaneous one, waits for the first and gets its answer. The same key for another request is
 * refused (422 IDEMPOTENCY_KEY_REUSED). Without a key it simply runs. Answers must be plain JSON.
 */
export const once = <Answer>({ inTurn = atOnce, ...request }: Act & { inTurn?: InTurn }, act: (tx: Tx) => Promise<Answer>): Promise<Answer> =>
  inPersonsTurn(request.personId, () => inTurn(() => retryCollisions(() => attempt(request, act), isSameName)))

/** A concurrency limit of this kind of work. The person's own turn comes first, so that nobody waits for it in a place that others need. */
type InTurn = ReturnType<typeof openConcurrencyLimit>
const atOnce: InTurn = (work) => work()

type Turns = { inTurn: ReturnType<typeof openConcurrencyLimit>; users: number }
const turnsOf = new Map<string, Turns>()

/** Runs few transactions of one person at a time: many that wait for a lock of this person would hold all connections. */
async function inPersonsTurn<Answer>(personId: string, work: () => Promise<Answer>): Promise<Answer> {
  const turns = turnsOf.get(personId) ?? { inTurn: openConcurrencyLimit({ atOnce: 4, waiting: 1_000, full: tooManyAtOnce }), users: 0 }
  turnsOf.set(personId, turns)
  turns.users++
  try {
    return await turns.inTurn(work)
  } finally {
    if (--turns.users === 0) turnsOf.delete(personId)
  }
}

const tooManyAtOnce = () => new ORPCError('UNAVAILABLE', { status: 503, message: 'Too many requests of yours run at once. Try again in a moment.' })

/** Runs `act` in one transaction, and again if it collides with another transaction. `act` must be safe to repeat. */
export const inTransaction = <Answer>(db: Db, act: (tx: Tx) => Promise<Answer>): Promise<Answer> =>
  retryCollisions(() => db.transaction().execute(act), isSameName)

/** True if another transaction took the same slug or name at the same time. */
function isSameName(error: unknown): boolean {
  const { code, constraint }: { code?: unknown; constraint?: unknown } = Object(error)
  return code === '23505' && /_(slug|name)_key$/.test(String(constraint))
}

/** Returns the earlier answer of `once` to this request; null for a new request or one without a key. */
export async function answeredBefore<Answer>({ db, personId, key, operation, input }: Act): Promise<Answer | null> {
  if (key === null) return null
  const row = await db
    .selectFrom('idempotency_key')
    .select('answer')
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .where('operation', '=', operation)
    .where('fingerprint', '=', fingerprintOf(input))
    .executeTakeFirst()
  return (row?.answer ?? null) as Answer | null
}

function attempt<Answer>(request: Act, act: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  return request.db.transaction().execute(async (tx) => {
    if (request.key === null) return act(tx)
    const fingerprint = fingerprintOf(request.input)
    const mine = { person_id: request.personId, key: request.key }
    const taken = await tx
      .insertInto('idempotency_key')
      .values({ ...mine, operation: request.operation, fingerprint })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!taken) {
      const before = await tx
        .selectFrom('idempotency_key')
        .select(['operation', 'fingerprint', 'answer'])
        .where('person_id', '=', mine.person_id)
        .where('key', '=', mine.key)
        .executeTakeFirstOrThrow()
      if (before.operation !== request.operation || before.fingerprint !== fingerprint) {
        throw new ORPCError('IDEMPOTENCY_KEY_REUSED', {
          status: 422,
          message: 'This Idempotency-Key was used for another request.',
        })
      }
      return before.answer as Answer
    }
    const answer = await act(tx)
    await tx
      .updateTable('idempotency_key')
      .set({ answer: JSON.stringify(answer) })
      .where('person_id', '=', mine.person_id)
      .where('key', '=', mine.key)
      .execute()
    return answer
  })
}
