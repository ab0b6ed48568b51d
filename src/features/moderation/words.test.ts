import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepRows } from '#main/sweep.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, theSite } from '#tests/support/site.ts'

const reason = 'It says that she lives at 5 Oak Road.'

/** A comment that a moderator has removed, and the id of that decision. */
async function aRemoval() {
  const [author, moderator, other] = [await aPerson(), await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' })]
  const campaign = await aCampaign(await aPerson())
  const { id } = await done(author, 'POST', `/campaigns/${campaign.id}/comments`, { body: 'She lives at 5 Oak Road.' })
  const { moderation } = await done(moderator, 'PUT', `/comments/${id}/moderation`, { state: 'removed', rule: 'private_details', reason })
  return { id, author, moderator, other, decisionId: moderation.decisionId as string }
}
const appeal = async ({ author, decisionId }: Awaited<ReturnType<typeof aRemoval>>): Promise<string> =>
  (await done(author, 'POST', `/decisions/${decisionId}/appeal`, { body: 'Oak Road 5 is the store.' })).id

/** Makes everything about this content or person older. Records cannot be changed otherwise. */
async function sinceMonths(subjectId: string, months: number): Promise<void> {
  await (await theSite()).store.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const earlier = sql`make_interval(months => ${months})`
    await sql`update moderation_decision set created_at = created_at - ${earlier} where subject_id = ${subjectId}`.execute(tx)
    await sql`update audit_log set at = at - ${earlier} where subject_id = ${subjectId}`.execute(tx)
    await sql`update moderation_appeal a set decided_at = a.decided_at - ${earlier} from moderation_decision d where d.id = a.decision_id and d.subject_id = ${subjectId}`.execute(
      tx,
    )
  })
}

/** The whole database as text, without what people wrote themselves. */
async function recordsOf(subjectId: string): Promise<string> {
  const { db } = (await theSite()).store
  const { rows } = await sql<{ row: string }>`
    select d::text as row from moderation_decision d where d.subject_id = ${subjectId} union all select a::text from audit_log a where a.subject_id = ${subjectId}
    union all select w::text from decision_words w join moderation_decision d on d.id = w.decision_id where d.subject_id = ${subjectId}
    union all select w::text from audit_words w join audit_log a on a.id = w.audit_id where a.subject_id = ${subjectId}
    union all select a::text from moderation_appeal a join moderation_decision d on d.id = a.decision_id where d.subject_id = ${subjectId}`.execute(db)
  return rows.map(({ row }) => row).join('\n')
}

test('the words of a decision and of its appeal are deleted after six months; the record and a hash of the words stay', async () => {
  const { db } = (await theSite()).store
  const removal = await aRemoval()
  const id = await appeal(removal)
  await done(removal.other, 'POST', `/moderation/appeals/${id}/decision`, { outcome: 'declined', reason: 'Oak Road 5 is a home.' })
  const record = () => db.selectFrom('moderation_decision').selectAll().where('id', '=', removal.decisionId).executeTakeFirstOrThrow()
  const before = await record()
  const { words, salt } = await db.selectFrom('decision_words').selectAll().where('decision_id', '=', removal.decisionId).executeTakeFirstOrThrow()
  expect(words).toBe(reason)
  expect(before.reason_hash).toEqual(createHash('sha256').update(`${salt}${words}`).digest())
  expect(JSON.stringify(before)).not.toContain('Oak Road')
  await expect(db.updateTable('decision_words').set({ words: 'Another' }).execute()).rejects.toThrow('never changed')

  await sinceMonths(removal.id, 5)
  await sweepRows(db)
  expect((await done(removal.author, 'GET', `/decisions/${removal.decisionId}`)).reason).toBe(reason)
  await sinceMonths(removal.id, 2)
  await sweepRows(db)
  expect(await recordsOf(removal.id)).not.toContain('Oak Road')
  expect(await record()).toMatchObject({ state: 'removed', rule: 'private_details', moderator_id: removal.moderator.id, reason_hash: before.reason_hash })
  const audited = await db.selectFrom('audit_log').select(['action', 'actor_id', 'reason_hash']).where('subject_id', '=', removal.id).execute()
  expect(audited).toEqual([{ action: 'appeals.declined', actor_id: removal.other.id, reason_hash: expect.any(Buffer) }])
  const statement = await done(removal.author, 'GET', `/decisions/${removal.decisionId}`)
  expect(statement).toMatchObject({ reason: '', rule: 'private_details', appeal: { outcome: 'declined', answer: null, body: '' } })
})

test('the words of a decision stay while an appeal about it is open, and those of a suspension while it lasts', async () => {
  const { db } = (await theSite()).store
  const removal = await aRemoval()
  await appeal(removal)
  const { moderator, author } = removal
  await done(moderator, 'PUT', `/moderation/people/${author.id}/suspension`, {
    days: null,
    rule: 'private_details',
    reason: 'They did it again at 5 Oak Road.',
    hidesContent: false,
  })
  for (const id of [removal.id, author.id]) await sinceMonths(id, 7)
  await sweepRows(db)
  expect(await recordsOf(removal.id)).toContain(reason)
  expect(await recordsOf(author.id)).toContain('again at 5 Oak Road')
})
