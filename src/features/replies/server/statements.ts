import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  type ContentDecision,
  type Decided,
  decideAbout,
  isReadableBy,
  type Marked,
  markWithAuthor,
  moderationFrom,
  moderationOf,
} from '#features/moderation/server/public.ts'
import { type BellNews, type NotificationQueue, recordEvent } from '#features/notifications/server/public.ts'
import { refusePrivateTexts } from '#features/trust/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import { normalized } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { AnswerableCampaign, CompanyReply } from '../contract.ts'
import { statementProblems } from '../policy.ts'
import { statementLimits } from '../terms.ts'

type ModerationField = Parameters<typeof moderationFrom>[0]
type StoredStatement = Omit<NonNullable<CompanyReply['statement']>, 'postedAt' | 'updatedAt' | 'moderation'> & {
  postedAt: string
  updatedAt: string
  moderation: (ModerationField & { state: 'hidden' | 'removed' }) | null
}

/** SQL field: the statement `s` of the target on the campaign, as JSON, if the viewer may read it. Both ids name their tables. */
const statementField = (
  { campaignId, targetId }: Record<'campaignId' | 'targetId', RawBuilder<unknown>>,
  viewer: Viewer | null,
) => sql<StoredStatement | null>`(
  select json_build_object('id', s.id, 'body', s.body, 'domain', s.domain, 'postedAt', s.created_at, 'updatedAt', s.updated_at,
    'moderation', ${moderationOf('s.moderation', 's.id', 's.author_id')})
  from company_statement s where s.campaign_id = ${campaignId} and s.target_id = ${targetId}
    and ${isReadableBy(viewer, { state: 's.moderation', author: 's.author_id' })})`

type StoredReply = { statement: StoredStatement | null; askedAt: string | null }

/** SQL field: the target's side of the campaign `c`, as JSON. */
export const replyField = (viewer: Viewer | null) => sql<StoredReply>`json_build_object(
  'statement', ${statementField({ campaignId: sql`c.id`, targetId: sql`c.target_id` }, viewer)},
  'askedAt', (select min(q.delivered_at) from company_request q where q.campaign_id = c.id and q.target_id = c.target_id))`

const statementFrom = ({ postedAt, updatedAt, moderation, ...statement }: StoredStatement) => ({
  ...statement,
  postedAt: new Date(postedAt),
  updatedAt: new Date(updatedAt),
  moderation: moderation && moderationFrom(moderation),
})

export const replyFrom = ({ statement, askedAt }: StoredReply): CompanyReply => ({
  statement: statement && statementFrom(statement),
  askedAt: askedAt === null ? null : new Date(askedAt),
})

export async function replyOf(db: Db, { campaignId, viewer }: { campaignId: string; viewer: Viewer | null }): Promise<CompanyReply | null> {
  const { rows } = await sql<{ reply: StoredReply }>`select ${replyField(viewer)} as reply from campaign c where c.id = ${campaignId}`.execute(db)
  return rows[0] ? replyFrom(rows[0].reply) : null
}

/** The public campaigns about a target, for its representative. */
export async function answerable(db: Db, { targetId, viewer }: { targetId: string; viewer: Viewer }): Promise<AnswerableCampaign[]> {
  const { rows } = await sql<Omit<AnswerableCampaign, 'statement'> & { statement: StoredStatement | null }>`
    select c.id, c.slug, c.title, c.status = 'active' as "isActive", ${statementField({ campaignId: sql`c.id`, targetId: sql`c.target_id` }, viewer)} as statement
    from public_campaign c where c.target_id = ${targetId} order by c.status = 'active' desc, c.published_at desc nulls last, c.id limit 50`.execute(db)
  return rows.map(({ statement, ...campaign }) => ({ ...campaign, statement: statement && statementFrom(statement) }))
}

type Posting = { campaignId: string; viewer: Viewer; body: string }

/** Posts or edits the statement of the campaign's target. Throws the field refusals. Lock order: campaign, statement. */
export async function postStatement(tx: Tx, { campaignId, viewer, body: given }: Posting): Promise<'done' | 'absent' | 'forbidden' | 'hidden' | 'often'> {
  const { rows } = await sql<{ targetId: string; domain: string | null }>`
    select c.target_id as "targetId", (select r.domain from representative r
      where r.target_id = c.target_id and r.person_id = ${viewer.id} and r.state = 'active') as domain
    from campaign c where c.id = ${campaignId} and ${isVisible('campaign', sql`c.id`, null)} for share of c`.execute(tx)
  const [campaign] = rows
  if (!campaign) return 'absent'
  const { targetId, domain } = campaign
  if (domain === null) return 'forbidden'
  refuseFields(statementProblems(given))
  const body = normalized(given)
  const before = await tx
    .selectFrom('company_statement')
    .select(['id', 'body', 'moderation', 'updated_at'])
    .where('campaign_id', '=', campaignId)
    .where('target_id', '=', targetId)
    .forUpdate()
    .executeTakeFirst()
  if (before?.moderation) return 'hidden'
  if (before?.body === body) return 'done'
  // The company's own addresses are at the domain that it has shown to be its own.
  await refusePrivateTexts(tx, { viewer, texts: { body }, targetWebsite: `https://${domain}` })
  if (!before) {
    const made = { id: uuidv7(), campaign_id: campaignId, target_id: targetId, author_id: viewer.id, domain, body }
    const posted = await tx
      .insertInto('company_statement')
      .values(made)
      // Another representative may have posted at the same moment.
      .onConflict((conflict) => conflict.columns(['campaign_id', 'target_id']).doNothing())
      .executeTakeFirst()
    if (posted.numInsertedOrUpdatedRows) await recordEvent(tx, { type: 'target_response', campaignId })
    return 'done'
  }
  if ((await editsToday(tx, before.id)) >= statementLimits.editsADay) return 'often'
  await tx.insertInto('company_statement_edit').values({ id: uuidv7(), statement_id: before.id, body: before.body, written_at: before.updated_at }).execute()
  await tx.updateTable('company_statement').set({ body, domain, author_id: viewer.id, updated_at: new Date() }).where('id', '=', before.id).execute()
  return 'done'
}

async function editsToday(tx: Tx, statementId: string): Promise<number> {
  const { rows } = await sql<{ edits: number }>`
    select count(*)::int as edits from company_statement_edit where statement_id = ${statementId} and created_at > now() - interval '1 day'`.execute(tx)
  return rows[0]?.edits ?? 0
}

type WithEarlier = {
  id: string
  body: string
  domain: string
  postedAt: Date
  updatedAt: Date
  company: string
  earlier: { id: string; body: string; writtenAt: string }[]
}

/** The statement on a campaign with its earlier texts, for everybody; null if there is none to read. */
export async function statementWithEarlier(db: Db, campaignId: string) {
  const { rows } = await sql<WithEarlier>`
    select s.id, s.body, s.domain, s.created_at as "postedAt", s.updated_at as "updatedAt", t.name as company,
      (select coalesce(json_agg(e order by e."createdAt" desc), '[]') from (
        select e.id, e.body, e.written_at as "writtenAt", e.created_at as "createdAt" from company_statement_edit e
        where e.statement_id = s.id order by e.created_at desc limit 100) e) as earlier
    from company_statement s join campaign c on c.id = s.campaign_id and c.target_id = s.target_id join target t on t.id = s.target_id
    where s.campaign_id = ${campaignId} and ${isVisible('company_statement', sql`s.id`, null)}`.execute(db)
  const [row] = rows
  return row ? { ...row, earlier: row.earlier.map(({ id, body, writtenAt }) => ({ id, body, writtenAt: new Date(writtenAt) })) } : null
}

/** Hides the statements of a suspended person, or restores them: see `markWithAuthor`. */
export const markStatementsOf = (tx: Tx, given: { authorId: string; isHidden: boolean }): Promise<Marked[]> =>
  markWithAuthor(tx, { table: 'company_statement', author: 'author_id', place: 'campaign_id' }, given)

/** Publishes changes of a campaign's discussion and statement to its open pages. */
export type StatementNews = { changed: (campaignId: string) => void }
type Context = { discussionNews: StatementNews; bellNews: BellNews; notifications: NotificationQueue }

/** Hides, removes or restores the statement of a company, with its campaign locked. */
export async function moderateStatement(tx: Tx, decision: ContentDecision): Promise<Decided<Context>> {
  const { id } = decision
  const seen = await tx.selectFrom('company_statement').select('campaign_id').where('id', '=', id).executeTakeFirst()
  if (!seen) return 'absent'
  await tx.selectFrom('campaign').select('id').where('id', '=', seen.campaign_id).forShare().executeTakeFirst()
  const statement = await tx.selectFrom('company_statement').select('author_id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!statement) return 'absent'
  if (!(await decideAbout(tx, { kind: 'company_statement', authorId: statement.author_id }, decision))) return 'forbidden'
  return {
    publish({ discussionNews, bellNews, notifications }) {
      discussionNews.changed(seen.campaign_id)
      bellNews.changedForMany()
      notifications.runSoon()
    },
  }
}
