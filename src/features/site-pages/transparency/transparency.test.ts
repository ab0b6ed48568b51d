import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { countNeverCounted } from '#features/pledges/count/server/snapshot.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'

const figures = async () => (await call(null, 'GET', '/transparency')).body
const month = new Date().toISOString().slice(0, 7)

test('decisions of moderators are counted by month and rule, and those about campaigns are listed without any text', async () => {
  const moderator = await aPerson({ role: 'moderator' })
  const campaign = await aCampaign(await aPerson(), { title: 'A title that nobody may read again' })
  const decide = (state: string, rule?: string) =>
    call(moderator, 'PUT', `/campaigns/${campaign.id}/moderation`, { body: { state, ...(rule && { rule }), reason: 'It names a private person.' } })
  const before = await figures()
  expect((await decide('hidden', 'private_details')).status).toBe(200)
  expect((await decide('removed', 'private_details')).status).toBe(200)
  expect((await decide('visible')).status).toBe(200)

  const counted = (found: any) => found.months.find((each: any) => each.month === month) ?? { hidden: 0, removed: 0, restored: 0 }
  const ofRule = (found: any) => found.by_rule.find(({ rule }: any) => rule === 'private_details')?.decisions ?? 0
  const after = await until(async () => {
    const found = await figures()
    return ofRule(found) >= ofRule(before) + 2 ? found : null
  })
  for (const what of ['hidden', 'removed', 'restored']) expect(counted(after)[what]).toBeGreaterThan(counted(before)[what])
  const today = new Date().toISOString().slice(0, 10)
  expect(after.campaigns).toContainEqual({ decided_on: today, decision: 'removed', rule: 'private_details', asked_by: 'moderators', outcome: 'restored' })
  expect(after.campaigns).toContainEqual({ decided_on: today, decision: 'visible', rule: null, asked_by: 'moderators', outcome: null })
  expect(JSON.stringify(after)).not.toMatch(/A title that nobody|private person/)
})

const noMonth = { reports: 0, hidden_by_reports: 0, held_by_rule: 0, by_rule: { spam: 0 } }
const monthNow = async (): Promise<any> => (await figures()).months.find((each: any) => each.month === month) ?? noMonth

test('each month has its reports, the median time from a report to its decision, what was hidden without a moderator, and the decisions by rule', async () => {
  const { store, origin } = await theSite()
  const [moderator, author, reader] = [await aPerson({ role: 'moderator' }), await aPerson(), await aPerson()]
  const campaign = await aCampaign(author)
  const before = await monthNow()
  const write = async (n: number) =>
    (await call(author, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: `Buy my watches, number ${n}` } })).body.id
  const ids = await Promise.all([1, 2, 3, 4, 5].map(write))
  for (const id of ids) {
    expect((await call(reader, 'POST', '/reports', { body: { kind: 'comment', id, reason: 'spam', details: 'It is the same again.' } })).status).toBe(201)
    const body = { state: 'removed', rule: 'spam', reason: 'It advertises watches.' }
    expect((await call(moderator, 'PUT', `/comments/${id}/moderation`, { body })).status).toBe(200)
  }
  const [hidden, held] = ids
  await sql`insert into moderation_decision (id, subject_kind, subject_id, author_id, state, rule) values
    (${uuidv7()}, 'comment', ${hidden}, ${author.id}, 'hidden_by_reports', 'spam'), (${uuidv7()}, 'comment', ${held}, ${author.id}, 'waiting', 'spam')`.execute(
    store.db,
  )
  // All other reports of this month are from before their decisions, too: the median is at least as long as the shortest of these.
  const after = await until(async () => {
    const found = await monthNow()
    return found.reports >= before.reports + 5 && found.held_by_rule > before.held_by_rule ? found : null
  })
  expect(after.hidden_by_reports).toBeGreaterThan(before.hidden_by_reports)
  expect(after.by_rule.spam).toBeGreaterThanOrEqual(before.by_rule.spam + 5)
  expect(after.median_hours).toBeGreaterThanOrEqual(0)
  const csv: string = await (await fetch(`${origin}/api/v1/transparency.csv`)).text()
  const [heads = [], ...rows] = csv
    .trim()
    .split('\n')
    .map((line) => line.trim().split(','))
  const row = rows.find(([first]) => first === month) ?? []
  expect(Number(row[heads.indexOf('rule_spam')])).toBeGreaterThanOrEqual(after.by_rule.spam)
  expect(Number(row[heads.indexOf('median_hours')])).toBeGreaterThanOrEqual(0)
})

test('the median time of a month with fewer than five decisions is not published', async () => {
  const { db } = (await theSite()).store
  const reported = { id: uuidv7(), subject_kind: 'comment', subject_id: uuidv7() }
  await db.insertInto('report_case').values(reported).execute()
  const lastYear = sql<Date>`(date_trunc('month', now(), 'UTC') - interval '14 months' + interval '9 days')`
  const close = (hours: number) => {
    const times = { created_at: sql<Date>`${lastYear} - make_interval(hours => ${hours})`, closed_at: lastYear }
    return db
      .insertInto('report')
      .values({ id: uuidv7(), case_id: reported.id, reason: 'spam', outcome: 'kept', ...times })
      .execute()
  }
  const median = async () => {
    const { rows } = await sql<{ month: string }>`select to_char(${lastYear} at time zone 'UTC', 'YYYY-MM') as month`.execute(db)
    return (await figures()).months.find((each: any) => each.month === rows[0]?.month)?.median_hours
  }
  for (const hours of [1, 2, 3, 50]) await close(hours)
  expect(await until(async () => ((await median()) === undefined ? null : 'listed'))).toBe('listed')
  expect(await median()).toBeNull()
  await close(60)
  expect(await until(median)).toBe(3)
})

test('the log of decisions about campaigns says who asked for each: people who reported it, its author, an authority, or nobody', async () => {
  const [moderator, other, creator, reader] = [await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' }), await aPerson(), await aPerson()]
  const campaign = await aCampaign(creator)
  const decide = (body: object) => call(moderator, 'PUT', `/campaigns/${campaign.id}/moderation`, { body: { reason: 'It names a private person.', ...body } })
  await call(reader, 'POST', '/reports', { body: { kind: 'campaign', id: campaign.id, reason: 'harassment', details: 'It names her.' } })
  expect((await decide({ state: 'hidden', rule: 'harassment' })).status).toBe(200)
  const { moderation } = (await call(creator, 'GET', `/campaigns/${campaign.id}`)).body
  const { id } = (await call(creator, 'POST', `/decisions/${moderation.decisionId}/appeal`, { body: { body: 'She is the chair of the board.' } })).body
  const granted = { outcome: 'granted', reason: 'She is the chair.' }
  expect((await call(other, 'POST', `/moderation/appeals/${id}/decision`, { body: granted })).status).toBe(200)
  const demand = { by: 'A court', from: 'government', isNamed: false }
  expect((await decide({ state: 'removed', demand })).status).toBe(200)
  expect((await decide({ state: 'visible' })).status).toBe(200)
  const listed = await until(async () => {
    const [newest, ...others] = (await figures()).campaigns
    return newest.decision === 'visible' && others[0]?.decision === 'removed' && others[0].asked_by === 'government' ? [newest, ...others] : null
  })
  expect(listed.slice(0, 4).map((each: any) => each.asked_by)).toEqual(['moderators', 'government', 'author', 'reporters'])
})

test('the log of decisions about campaigns says what became of each, and its CSV has the same lines', async () => {
  const { origin } = await theSite()
  const [moderator, other, creator] = [await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' }), await aPerson()]
  const decide = async (id: string, state: string): Promise<string> => {
    const body = { state, reason: 'Its private reason.', rule: 'false_claims' }
    return (await call(moderator, 'PUT', `/campaigns/${id}/moderation`, { body })).body.moderation?.decisionId
  }
  const appeal = async (decisionId: string): Promise<string> =>
    (await call(creator, 'POST', `/decisions/${decisionId}/appeal`, { body: { body: 'It is true.' } })).body.id
  const answer = async (id: string, outcome: string) => call(other, 'POST', `/moderation/appeals/${id}/decision`, { body: { outcome, reason: 'As it is.' } })
  const [inForce, appealed, upheld, reversed] = [await aCampaign(creator), await aCampaign(creator), await aCampaign(creator), await aCampaign(creator)]
  await decide(inForce.id, 'hidden')
  await decide(inForce.id, 'removed')
  await appeal(await decide(appealed.id, 'removed'))
  await answer(await appeal(await decide(upheld.id, 'removed')), 'declined')
  await answer(await appeal(await decide(reversed.id, 'removed')), 'granted')
  const listed = await until(async () => {
    const found = (await figures()).campaigns.slice(0, 6)
    return found[0].decision === 'visible' && found[1].outcome === 'reversed' ? found : null
  })
  const became = ['removed,reversed', 'removed,upheld', 'removed,appealed', 'removed,in_force', 'hidden,replaced']
  expect(listed.map((each: any) => `${each.decision},${each.outcome}`)).toEqual(['visible,null', ...became])
  const lines = (await (await fetch(`${origin}/api/v1/transparency-campaigns.csv`)).text()).split(/\r?\n/).map((line) => line.split(','))
  expect(lines[0]).toEqual(['decided_on', 'decision', 'rule', 'asked_by', 'outcome'])
  expect(lines.slice(2, 7).map(([, decision, rule, , outcome]) => `${decision},${outcome} ${rule}`)).toEqual(became.map((each) => `${each} false_claims`))
})

test('the log of decisions about campaigns lists those that were hidden and shown again with their creator’s account, and those that a moderator ended', async () => {
  const [moderator, creator, another, reader] = [await aPerson({ role: 'moderator' }), await aPerson(), await aPerson(), await aPerson()]
  await aCampaign(creator, { title: 'A title that nobody may read again' })
  const [ended, reported] = [await aCampaign(another), await aCampaign(another)]
  const suspension = `/moderation/people/${creator.id}/suspension`
  const body = { days: 7, rule: 'harassment', reason: 'Threats against a private person.', hidesContent: true }
  expect((await call(moderator, 'PUT', suspension, { body })).status).toBe(200)
  expect((await call(moderator, 'DELETE', suspension, { body: { reason: 'They apologised.' } })).status).toBe(200)
  await call(reader, 'POST', '/reports', { body: { kind: 'campaign', id: reported.id, reason: 'spam', details: 'It is over.' } })
  for (const { id } of [ended, reported])
    expect((await call(moderator, 'POST', `/campaigns/${id}/archive`, { body: { reason: 'Its private reason.' } })).status).toBe(200)
  const listed = await until(async () => {
    const { campaigns } = await figures()
    return campaigns[0]?.decision === 'ended' && campaigns[1]?.decision === 'ended' ? campaigns.slice(0, 4) : null
  })
  const decided_on = new Date().toISOString().slice(0, 10)
  expect(listed).toEqual([
    { decided_on, decision: 'ended', rule: null, asked_by: 'reporters', outcome: null },
    { decided_on, decision: 'ended', rule: null, asked_by: 'moderators', outcome: null },
    { decided_on, decision: 'restored_with_creator', rule: null, asked_by: 'moderators', outcome: null },
    { decided_on, decision: 'hidden_with_creator', rule: 'harassment', asked_by: 'moderators', outcome: 'restored' },
  ])
  expect(JSON.stringify(listed)).not.toMatch(/A title that nobody|private/)
})

test('the author of moderated content sees the decision’s rule and reason, and a decision with an unknown rule is refused', async () => {
  const [moderator, creator] = [await aPerson({ role: 'moderator' }), await aPerson()]
  const campaign = await aCampaign(creator)
  const decide = (rule: string) =>
    call(moderator, 'PUT', `/campaigns/${campaign.id}/moderation`, { body: { state: 'hidden', rule, reason: 'Look at the second sentence.' } })
  expect((await decide('taste')).status).toBe(400)
  expect((await decide('false_claims')).status).toBe(200)
  const { moderation } = (await call(creator, 'GET', `/campaigns/${campaign.slug}`)).body
  expect(moderation).toMatchObject({ state: 'hidden', rule: 'false_claims', reason: 'Look at the second sentence.' })
})

test('pledges that never counted are shown as a number per month, hidden under 10, and the CSV has the same months', async () => {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const people = await Promise.all(Array.from({ length: 11 }, () => aPerson({ isCounted: false })))
  for (const person of people) await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
  await store.db.deleteFrom('never_counted').execute()
  await countNeverCounted(store.db)
  const found = await until(async () => {
    const { months } = await figures()
    const present = months.find((each: any) => each.month === month)
    return present?.pledges_never_counted >= 11 ? present : null
  })
  const csv = await (await fetch(`${(await theSite()).origin}/api/v1/transparency.csv`)).text()
  const demands = 'demands_government_removed,demands_government_refused,demands_company_removed,demands_company_refused'
  const appeals = 'appeals,appeals_granted,appeals_declined,appeals_same_person'
  expect(csv).toContain(
    [
      'month,hidden,removed,kept,warned,restored,suspended,removed_by_mods,kept_by_mods',
      demands,
      appeals,
      'pledges_removed,pledges_restored,pledges_never_counted',
      'reports,median_hours,hidden_by_reports,held_by_rule',
      'rule_threats,rule_harassment,rule_private_details,rule_false_claims,rule_not_a_boycott,rule_spam,rule_illegal,rule_other',
    ].join(','),
  )
  expect(csv).toContain(`${month},${found.hidden},`)

  await sql`update never_counted set pledges = 9`.execute(store.db)
  await until(async () => (await figures()).months.every((each: any) => each.pledges_never_counted === null))
})

test('pledges that never counted include those in review, but no held ones', async () => {
  const { db } = (await theSite()).store
  const campaign = await aCampaign(await aPerson())
  const people = await Promise.all(Array.from({ length: 3 }, () => aPerson({ isCounted: false })))
  for (const [n, person] of people.entries()) {
    await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
    const state = ['held', 'review', 'unconfirmed'][n]
    await sql`update pledge set state = ${state}, created_at = '2001-05-05' where campaign_id = ${campaign.id} and person_id = ${person.id}`.execute(db)
  }
  await db.deleteFrom('never_counted').execute()
  await countNeverCounted(db)
  expect(await db.selectFrom('never_counted').select('pledges').where(sql<boolean>`month = '2001-05-01'`).execute()).toEqual([{ pledges: 2 }])
})
