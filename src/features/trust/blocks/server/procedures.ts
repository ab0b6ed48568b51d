import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { inTransaction } from '#platform/server/idempotency.ts'
import { notSignedIn, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { blocksContract } from '../contract.ts'
import { mayBlock } from '../policy.ts'
import { mostBlocks } from '../terms.ts'
import { blockOf, blocksOf } from './queries.ts'

type BlocksContext = RequestContext & { bellNews: { changed: (personIds: readonly string[]) => void } }

const os = implement(blocksContract).$context<BlocksContext>()

const list = os.list.use(signedIn).handler(({ context: { db, viewer }, input }) => blocksOf(db, { personId: viewer.id, ...input }))

// The same answer for an absent person, so that nobody learns which accounts exist.
const get = os.get.use(signedIn).handler(async ({ context: { db, viewer }, input }) => {
  const kind = await blockOf(db, { personId: viewer.id, otherId: input.personId })
  return { kind: kind ?? null }
})

const set = os.set.use(signedIn).handler(async ({ context: { db, viewer, bellNews }, input: { personId: otherId, kind }, errors }) => {
  const key = { personId: viewer.id, otherId }
  if (!mayBlock(key)) throw errors.YOURSELF()
  await inTransaction(db, async (tx) => {
    // Both accounts are locked by id, so that neither is deleted meanwhile and two people who block each other do not deadlock.
    const { rows } = await sql<{ id: string }>`
      select id from person where id in (${viewer.id}, ${otherId}) and deleted_at is null and (suspended_at is null or id = ${otherId}) order by id for update`.execute(
      tx,
    )
    if (!rows.some(({ id }) => id === viewer.id)) throw notSignedIn()
    const before = await blockOf(tx, key)
    if (before === undefined) throw errors.NOT_FOUND()
    const { n } = await tx.selectFrom('person_block').select(sql<number>`count(*)`.as('n')).where('person_id', '=', viewer.id).executeTakeFirstOrThrow()
    if (before === null && n >= mostBlocks) throw errors.TOO_MANY_BLOCKS()
    await tx
      .insertInto('person_block')
      .values({ person_id: viewer.id, other_id: otherId, kind })
      .onConflict((conflict) => conflict.columns(['person_id', 'other_id']).doUpdateSet({ kind }))
      .execute()
  })
  bellNews.changed([viewer.id, otherId])
  return { kind }
})

const remove = os.remove.use(signedIn).handler(async ({ context: { db, viewer, bellNews }, input: { personId: otherId } }) => {
  await db.deleteFrom('person_block').where('person_id', '=', viewer.id).where('other_id', '=', otherId).execute()
  bellNews.changed([viewer.id, otherId])
  return { kind: null }
})

export const blockProcedures = os.router({ list, get, set, remove })
