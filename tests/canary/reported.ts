import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Secrets } from './secrets.ts'

type Send<Who> = (who: Who, method: 'POST', path: string, body: object) => Promise<unknown>

/** A person reports public content as illegal. Only they, in the export of their data, and moderators may read the report. */
export async function reportedContent<Who>(secrets: Secrets, { supporter, commentId }: { supporter: Who; commentId: string }, send: Send<Who>): Promise<void> {
  const word = (what: string) => secrets.word(`a report’s ${what}`, ['supporter', 'moderator', 'admin'])
  const notice = { law: `Section ${word('law')}`, name: `Ada ${word('sender')}`, email: `${word('address')}@people.test`, isGoodFaith: true }
  await send(supporter, 'POST', '/reports', { kind: 'comment', id: commentId, reason: 'illegal', details: `See ${word('details')}`, ...notice })
}

/** A visitor's report that waits for its confirmation, and the address of another one: nobody may read them. */
async function plantVisitorReports(db: Db, secrets: Secrets): Promise<void> {
  const word = (what: string) => secrets.word(`a visitor’s ${what}`, [])
  const [subject_id, case_id] = [uuidv7(), uuidv7()]
  const words = { reason: 'illegal', details: word('details'), law: word('law'), notice_name: word('name'), email: `${word('address')}@people.test` }
  await db
    .insertInto('unconfirmed_report')
    .values({ id: uuidv7(), secret_hash: '0'.repeat(64), subject_kind: 'comment', subject_id, ...words })
    .execute()
  await db.insertInto('report_case').values({ id: case_id, subject_kind: 'comment', subject_id }).execute()
  await db
    .insertInto('report')
    .values({ id: uuidv7(), case_id, visitor_email: `${word('confirmed address')}@people.test`, reason: 'spam' })
    .execute()
}

/** A claim to speak for a company, which only its person and moderators may read, and the domain that a moderator has confirmed. */
async function plantClaim(db: Db, secrets: Secrets, supporter: { id: string }): Promise<void> {
  const target = await db.selectFrom('target').select('id').orderBy('id').executeTakeFirstOrThrow()
  const domain = `${secrets.word('the domain of a claim', ['supporter', 'moderator', 'admin'])}.example`
  const record = secrets.word('the record of a claim', ['supporter']).padEnd(32, '0')
  await db.insertInto('representative').values({ id: uuidv7(), target_id: target.id, person_id: supporter.id, domain, record }).execute()
  await db
    .insertInto('target_domain')
    .values({ target_id: target.id, domain: `${secrets.word('the confirmed domain of a company', [])}.example` })
    .execute()
}

/** Statements of companies, one of which a moderator has hidden, and a request to a company. */
async function plantHiddenStatement(db: Db, secrets: Secrets, { author, creator }: Record<'author' | 'creator', { id: string }>): Promise<void> {
  const campaign = await db
    .selectFrom('campaign')
    .select(['id', 'target_id'])
    .where('creator_id', '=', creator.id)
    .where('status', '=', 'active')
    .where('moderation', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const about = { campaign_id: campaign.id, target_id: campaign.target_id ?? '' }
  const body = `They lie ${secrets.word('a company’s hidden statement', ['author', 'moderator', 'admin'])}`
  await db
    .insertInto('company_statement')
    .values({ id: uuidv7(), ...about, author_id: author.id, domain: 'flickermoor.example', body, moderation: 'hidden' })
    .execute()
  await sql`
    insert into company_statement (id, campaign_id, target_id, author_id, domain, body)
    select uuid_v7(), c.id, c.target_id, ${author.id}, 'flickermoor.example', 'We have read it.' from campaign c where c.status = 'victory' and c.target_id is not null`.execute(
    db,
  )
  const domain = `${secrets.word('the domain of a request to a company', ['creator'])}.example`
  await db
    .insertInto('company_request')
    .values({ id: uuidv7(), ...about, requested_by: creator.id, domain, delivered_at: new Date() })
    .execute()
}

/** A refused demand of an authority that the site may not name. */
async function plantDemand(db: Db, secrets: Secrets): Promise<void> {
  const made_by = `Court ${secrets.word('who made a demand', [])}`
  await db.insertInto('demand').values({ id: uuidv7(), made_by, demander: 'government', is_named: false, outcome: 'refused' }).execute()
}

type Cast = Record<'author' | 'creator' | 'supporter', { id: string }>

/** Everything here that is inserted into the database. */
export async function plantReports(db: Db, secrets: Secrets, people: Cast): Promise<void> {
  await plantVisitorReports(db, secrets)
  await plantClaim(db, secrets, people.supporter)
  await plantHiddenStatement(db, secrets, people)
  await plantDemand(db, secrets)
}
