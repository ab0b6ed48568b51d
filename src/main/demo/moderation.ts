import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { noticeVersion } from '#features/pledges/policy.ts'
import { isUrgent } from '#features/reports/policy.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { type Chance, daysBefore } from './chance.ts'
import type { DemoModeration } from './demo-files.ts'
import type { LoadedCampaign } from './fiction.ts'
import { type DemoPeople, inventedNames, moderator, nameColumns } from './people.ts'
import { idOf } from './reference.ts'

type ModerationLoad = { moderation: DemoModeration; campaigns: LoadedCampaign[]; people: DemoPeople; now: Date; chance: Chance }

const minute = 1 / (24 * 60)
const hour = 1 / 24

/** Loads what the moderator finds: open reports, a burst of held pledges, a correction of a count, and a company that answers. */
export async function loadModeration(tx: Tx, given: ModerationLoad): Promise<void> {
  for (const report of given.moderation.reports) await addReports(tx, given, report)
  await addBurst(tx, given)
  await addCorrection(tx, given)
  await addStatement(tx, given)
  await addRequest(tx, given)
}

async function addReports(tx: Tx, { campaigns, people, now }: ModerationLoad, report: DemoModeration['reports'][number]): Promise<void> {
  const campaignId = campaignNamed(campaigns, report.campaign)
  const kind = report.commentBy === null ? 'campaign' : 'comment'
  const subject_id = report.commentBy === null ? campaignId : await firstComment(tx, { campaignId, authorId: idOf(people.named, report.commentBy) })
  const case_id = uuidv7()
  const reports = report.by.map(({ key, details }, n) => ({
    id: uuidv7(),
    case_id,
    reporter_id: idOf(people.named, key),
    reason: report.reason,
    details,
    created_at: daysBefore(now, (report.by.length - n) * hour),
  }))
  const opened_at = daysBefore(now, report.by.length * hour)
  const totals = { opened_at, is_urgent: isUrgent(report.reason), reporters: reports.length, weight: reports.length }
  await tx
    .insertInto('report_case')
    .values({ id: case_id, subject_kind: kind, subject_id, ...totals })
    .execute()
  await tx.insertInto('report').values(reports).execute()
}

async function firstComment(tx: Tx, { campaignId, authorId }: { campaignId: string; authorId: string }): Promise<string> {
  const query = tx.selectFrom('comment').select('id').where('campaign_id', '=', campaignId).where('author_id', '=', authorId).orderBy('created_at')
  return (await query.executeTakeFirstOrThrow()).id
}

/** New accounts of one network with one browser that joined within minutes, so their pledges are held. */
async function addBurst(tx: Tx, { moderation, campaigns, now, chance }: ModerationLoad): Promise<void> {
  const { campaign, people, hoursAgo } = moderation.burst
  const campaign_id = campaignNamed(campaigns, campaign)
  const joined = await joinAlike(tx, { campaign_id, count: people, daysAgo: hoursAgo * hour, state: 'held', name: 'burst', now, chance })
  const [network, browser, mail_domain] = [hash(), hash(), hash()]
  const same = { campaign_id, network, browser, mail_domain, is_common_domain: false, is_quick: true, is_over: true, signals: ['form'] }
  await tx
    .insertInto('join_signal')
    .values(joined.map(({ personId, at }) => ({ ...same, person_id: personId, at, held_at: at })))
    .execute()
}

/** Pledges that counted for some hours until the moderator took them out. */
async function addCorrection(tx: Tx, { moderation, campaigns, people, now, chance }: ModerationLoad): Promise<void> {
  const { campaign, people: count, daysAgo, reason, note } = moderation.correction
  const campaign_id = campaignNamed(campaigns, campaign)
  const joined = await joinAlike(tx, { campaign_id, count, daysAgo: daysAgo + 8 * hour, state: 'invalid', name: 'program', now, chance })
  const created_at = daysBefore(now, daysAgo)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pledge where campaign_id = ${campaign_id} and state = 'counted' and counted_at < ${created_at}`.execute(tx)
  const count_after = rows[0]?.n ?? 0
  const id = uuidv7({ msecs: created_at.getTime() })
  const times = joined.map(({ at }) => at).sort((one, other) => one.getTime() - other.getTime())
  const selection = { campaign_id, joined_from: times[0], joined_to: times.at(-1), account_hours: 24 }
  const done = { state: 'done', to_check: count_after + count, checked: count_after + count, pledges: count }
  await tx
    .insertInto('invalidation')
    .values({ id, ...selection, ...done, reason, note, started_by: idOf(people.named, moderator), created_at })
    .execute()
  await tx
    .insertInto('pledge_correction')
    .values(joined.map(({ personId }) => ({ invalidation_id: id, campaign_id, person_id: personId })))
    .execute()
  const counts = { count_before: count_after + count, count_after }
  await tx
    .insertInto('count_correction')
    .values({ campaign_id, corrected_at: created_at, reason: 'invalidated', note, invalidation_id: id, ...counts })
    .execute()
}

/** The statement of a company, by its representative, and the text that it had before. */
async function addStatement(tx: Tx, { moderation, campaigns, people, now }: ModerationLoad): Promise<void> {
  const { campaign, by, domain, daysAgo, earlier, body } = moderation.statement
  const about = await domainOf(tx, { campaignId: campaignNamed(campaigns, campaign), domain })
  const [author_id, id] = [idOf(people.named, by), uuidv7()]
  const [claimed, posted, edited] = [daysBefore(now, daysAgo + 1), daysBefore(now, daysAgo), daysBefore(now, daysAgo - 1)]
  const decision = { state: 'active', decided_at: posted }
  await tx
    .insertInto('representative')
    .values({
      id: uuidv7(),
      target_id: about.target_id,
      person_id: author_id,
      domain,
      record: hash(),
      method: 'dns',
      verified_at: claimed,
      created_at: claimed,
      ...decision,
    })
    .execute()
  await tx
    .insertInto('company_statement')
    .values({ id, ...about, author_id, domain, body, created_at: posted, updated_at: edited })
    .execute()
  await tx.insertInto('company_statement_edit').values({ id: uuidv7(), statement_id: id, body: earlier, written_at: posted, created_at: edited }).execute()
}

/** A request to a company that has not answered. */
async function addRequest(tx: Tx, { moderation, campaigns, people, now }: ModerationLoad): Promise<void> {
  const { campaign, domain, daysAgo } = moderation.request
  const about = await domainOf(tx, { campaignId: campaignNamed(campaigns, campaign), domain })
  const asked = daysBefore(now, daysAgo)
  await tx
    .insertInto('company_request')
    .values({ id: uuidv7(), ...about, requested_by: idOf(people.named, moderator), domain, created_at: asked, delivered_at: asked })
    .execute()
}

type DomainLoad = { campaignId: string; domain: string }

/** The campaign and its target, whose domain the moderator has confirmed. */
async function domainOf(tx: Tx, { campaignId, domain }: DomainLoad): Promise<{ campaign_id: string; target_id: string }> {
  const { target_id } = await tx.selectFrom('campaign').select('target_id').where('id', '=', campaignId).executeTakeFirstOrThrow()
  if (target_id === null) throw new Error('A demo campaign has no target')
  await tx.insertInto('target_domain').values({ target_id, domain, takes_mail: true }).execute()
  return { campaign_id: campaignId, target_id }
}

type Alike = { campaign_id: string; count: number; daysAgo: number; state: 'held' | 'invalid'; name: string; now: Date; chance: Chance }

/** Inserts people who sign up and join one campaign within some minutes. */
async function joinAlike(tx: Tx, { campaign_id, count, daysAgo, state, name, now, chance }: Alike): Promise<{ personId: string; at: Date }[]> {
  const all = inventedNames(chance, count).map(({ firstName, lastName }, n) => {
    const since = daysBefore(now, daysAgo - chance.between(0, 10) * minute)
    const id = uuidv7({ msecs: since.getTime() })
    const person = { id, email: `${name}-${n + 1}@demo.test`, ...nameColumns(firstName, lastName), counting_from: since, created_at: since, updated_at: since }
    return { person, personId: id, at: new Date(since.getTime() + 20_000) }
  })
  await tx
    .insertInto('person')
    .values(all.map(({ person }) => person))
    .execute()
  const isCounted = state === 'invalid'
  const own = { campaign_id, state, own_state: isCounted ? 'counted' : null, is_private: true, notice_version: noticeVersion }
  await tx
    .insertInto('pledge')
    .values(all.map(({ personId, at }) => ({ ...own, person_id: personId, notice_at: at, created_at: at, counted_at: isCounted ? at : null })))
    .execute()
  return all
}

function campaignNamed(campaigns: LoadedCampaign[], title: string): string {
  const found = campaigns.find(({ story }) => story.title === title)
  if (!found) throw new Error(`moderation.json names a campaign that fictional.json lacks: ${title}`)
  return found.id
}

/** Stands for a keyed hash that nothing else has. */
const hash = () => randomBytes(16).toString('hex')
