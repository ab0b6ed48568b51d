import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { commentOn } from '#tests/support/comments.ts'
import { aCommunity, setMembership } from '#tests/support/communities.ts'
import { casesAbout } from '#tests/support/moderation.ts'
import { bellOf } from '#tests/support/notifications.ts'
import { aCampaign, aPerson, call, type Person, theSite, until, useSite } from '#tests/support/site.ts'
import { mailOverdue } from './server/job.ts'
import { heldHours, reportersHide } from './terms.ts'

type Subject = { kind: 'comment' | 'post' | 'chat_message' | 'campaign' | 'update'; id: string }

const aNewPerson = () => aPerson({ isNew: true })
const report = async (who: Person, subject: Subject, reason = 'spam') =>
  (await call(who, 'POST', '/reports', { body: { kind: subject.kind, id: subject.id, reason } })).status
const aComment = async (who: Person, campaignId: string, body = 'Buy pills here'): Promise<Subject> => ({
  kind: 'comment',
  id: await commentOn(who, campaignId, body),
})

/** Sends the reports of so many people. */
async function reported(subject: Subject, { by = reportersHide, reason = 'spam', isNew = false } = {}): Promise<void> {
  for (let n = 0; n < by; n += 1) expect(await report(await aPerson({ isNew }), subject, reason)).toBe(201)
}

const tableOf = { comment: 'comment', post: 'community_post', chat_message: 'campaign_chat_message', campaign: 'campaign', update: 'campaign_update' } as const

async function stateOf({ kind, id }: Subject): Promise<string | null> {
  const { db } = (await theSite()).store
  const row = await db.selectFrom(tableOf[kind]).select('moderation').where('id', '=', id).executeTakeFirstOrThrow()
  return row.moderation
}
const isHidden = (subject: Subject) => until(async () => (await stateOf(subject)) === 'hidden_by_reports')
const isShown = (subject: Subject) => until(async () => (await stateOf(subject)) === null)

/** Makes the decision that hid a text older. Decisions cannot be changed otherwise. */
async function heldSince({ id }: Subject, hours: number): Promise<void> {
  const { db } = (await theSite()).store
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update moderation_decision set created_at = created_at - make_interval(hours => ${hours}) where subject_id = ${id}`.execute(tx)
  })
}

/** Waits for a run of the job that began after this call: it hides another comment. */
async function jobHasRun(campaignId: string): Promise<void> {
  const other = await aComment(await aNewPerson(), campaignId, 'Another text')
  await reported(other)
  await isHidden(other)
}

const decisionsFor = async (who: Person): Promise<{ id: string; outcome: string }[]> =>
  (await bellOf(who)).filter(({ type }) => type === 'content_decision').map(({ decision }) => decision)

async function aScene() {
  const [creator, author, moderator, admin] = [await aPerson(), await aNewPerson(), await aPerson({ role: 'moderator' }), await aPerson({ role: 'admin' })]
  const campaign = await aCampaign(creator)
  return { creator, author, moderator, admin, campaign, comment: await aComment(author, campaign.id) }
}

const keep = (who: Person, { kind, id }: Subject) => call(who, 'POST', '/moderation/reports/keep', { body: { kind, id } })

test('reports of three members hide a new person’s comment for everybody but its author and moderators, who have it first in the queue', async () => {
  const { creator, author, moderator, campaign, comment } = await aScene()
  await reported(comment, { by: reportersHide - 1 })
  expect(await stateOf(comment)).toBeNull()
  await reported(comment, { by: 1 })
  await isHidden(comment)
  for (const who of [null, creator, await aPerson()]) {
    expect((await call(who, 'GET', `/comments/${comment.id}`)).status).toBe(404)
    expect((await call(who, 'GET', `/campaigns/${campaign.id}/comments`)).body.items).toEqual([])
  }
  for (const who of [author, moderator])
    expect((await call(who, 'GET', `/comments/${comment.id}`)).body).toMatchObject({
      body: 'Buy pills here',
      moderation: { state: 'hidden_by_reports', rule: 'spam' },
    })
  const [item] = await casesAbout(moderator, comment.id)
  expect(item).toMatchObject({ isUrgent: true, reporters: 3, hidden: { state: 'hidden_by_reports' }, subject: { excerpt: 'Buy pills here' } })
  const notice = await until(async () => (await decisionsFor(author))[0])
  expect(notice.outcome).toBe('hidden_by_reports')
  const statement = (await call(author, 'GET', `/decisions/${notice.id}`)).body
  expect(statement).toMatchObject({ state: 'hidden_by_reports', barrier: 'waiting', isReported: true, reason: expect.stringContaining('Spam or fake') })
  expect((await call(author, 'POST', `/decisions/${notice.id}/appeal`, { body: { body: 'It is true.' } })).body.code).toBe('NOTHING_TO_APPEAL')
})

test('a post and a chat message are hidden like a comment', async () => {
  const { author, campaign } = await aScene()
  const communityId = await aCommunity(await aPerson())
  await setMembership(author, communityId)
  const post: Subject = { kind: 'post', id: (await call(author, 'POST', `/communities/${communityId}/posts`, { body: { body: 'Buy pills here' } })).body.id }
  const message: Subject = {
    kind: 'chat_message',
    id: (await call(author, 'POST', `/campaigns/${campaign.id}/chat`, { body: { body: 'Buy pills there' } })).body.id,
  }
  for (const subject of [post, message]) {
    await reported(subject)
    await isHidden(subject)
  }
  expect((await call(null, 'GET', `/communities/${communityId}/posts`)).body.items).toEqual([])
  expect((await call(null, 'GET', `/campaigns/${campaign.id}/chat`)).body.items).toEqual([])
  expect((await call(author, 'GET', `/campaigns/${campaign.id}/chat`)).body.items).toMatchObject([{ moderation: { state: 'hidden_by_reports' } }])
})

test('reports never hide a campaign, an update or what a member wrote, and those of new people hide nothing', async () => {
  const { author, campaign, creator } = await aScene()
  const own = await aCampaign(author)
  const update = (await call(author, 'POST', `/campaigns/${own.id}/updates`, { body: { body: 'They have asked us to talk.' } })).body
  const subjects: Subject[] = [
    { kind: 'campaign', id: own.id },
    { kind: 'update', id: update.id },
    await aComment(await aPerson(), campaign.id),
    await aComment(creator, campaign.id, 'I began this'),
  ]
  for (const subject of subjects) await reported(subject, { by: reportersHide + 1 })
  const fromNew = await aComment(author, campaign.id, 'Nobody old reported this')
  await reported(fromNew, { by: 6, isNew: true })
  await jobHasRun(campaign.id)
  for (const subject of [...subjects, fromNew]) expect(await stateOf(subject)).toBeNull()
})

test('a reporter who is mostly wrong does not count', async () => {
  const { moderator, campaign, comment, author } = await aScene()
  const wrong = await aPerson()
  for (let n = 0; n < 5; n += 1) {
    const kept = await aComment(author, campaign.id, `Harmless ${n}`)
    await report(wrong, kept)
    expect((await keep(moderator, kept)).status).toBe(200)
  }
  expect(await report(wrong, comment)).toBe(201)
  await reported(comment, { by: 2 })
  await jobHasRun(campaign.id)
  expect(await stateOf(comment)).toBeNull()
  await reported(comment, { by: 1 })
  await isHidden(comment)
})

test('a text that a moderator keeps is shown again, and is hidden again only after its author edits it', async () => {
  const { author, moderator, campaign, comment } = await aScene()
  await reported(comment)
  await isHidden(comment)
  expect((await keep(moderator, comment)).status).toBe(200)
  await isShown(comment)
  expect((await call(null, 'GET', `/comments/${comment.id}`)).status).toBe(200)
  await until(async () => (await decisionsFor(author)).some(({ outcome }) => outcome === 'released'))
  expect(await report(await aPerson(), comment)).toBe(409)
  await call(author, 'PATCH', `/comments/${comment.id}`, { body: { body: 'Buy more pills here' } })
  await reported(comment)
  await isHidden(comment)
  await call(moderator, 'PUT', `/comments/${comment.id}/moderation`, { body: { state: 'removed', rule: 'spam', reason: 'It is advertising.' } })
  await jobHasRun(campaign.id)
  expect(await stateOf(comment)).toBe('removed')
})

test('without a look it is shown again after 72 hours, and further reports do not hide it again', async () => {
  const { author, campaign, comment } = await aScene()
  await reported(comment)
  await isHidden(comment)
  await heldSince(comment, heldHours - 1)
  await jobHasRun(campaign.id)
  expect(await stateOf(comment)).toBe('hidden_by_reports')
  await heldSince(comment, 1)
  await jobHasRun(campaign.id)
  await isShown(comment)
  expect(await report(await aPerson(), comment)).toBe(201)
  await jobHasRun(campaign.id)
  expect(await stateOf(comment)).toBeNull()
  await until(async () => (await decisionsFor(author)).some(({ outcome }) => outcome === 'released'))
})

test('what was reported for threats, private details or illegality stays hidden, and administrators get one mail', async () => {
  const { campaign, comment } = await aScene()
  await reported(comment, { by: 2 })
  await reported(comment, { by: 1, reason: 'harassment' })
  await isHidden(comment)
  const { db } = (await theSite()).store
  await heldSince(comment, heldHours)
  const escalated = async () =>
    (await db.selectFrom('report_case').select('escalated_at').where('subject_id', '=', comment.id).executeTakeFirstOrThrow()).escalated_at
  await jobHasRun(campaign.id)
  await until(escalated)
  expect(await stateOf(comment)).toBe('hidden_by_reports')
  const sent: string[] = []
  const mail = { add: async (_: unknown, { to }: { to: string }) => void sent.push(to), runSoon: () => {} }
  await mailOverdue(db, { mail: mail as never, site: () => 'https://site.test' })
  expect(sent).toEqual([])
  // Again, because a run of the site's own job may take it first.
  await until(async () => {
    await db.updateTable('report_case').set({ escalated_at: null }).where('subject_id', '=', comment.id).execute()
    await mailOverdue(db, { mail: mail as never, site: () => 'https://site.test' })
    return sent.length > 0
  })
  const admins = await db
    .selectFrom('person')
    .select('email')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .execute()
  expect(sent.sort()).toEqual(admins.map(({ email }) => email).sort())
})

test('on a site that nobody moderates nothing is hidden, and what was hidden is shown again', async () => {
  const close = await useSite({})
  try {
    const [creator, author] = [await aPerson(), await aNewPerson()]
    const campaign = await aCampaign(creator)
    const comment = await aComment(author, campaign.id)
    await reported(comment)
    const moderator = await aPerson({ role: 'moderator' })
    await jobHasRun(campaign.id)
    await isHidden(comment)
    const { db } = (await theSite()).store
    await db.updateTable('person').set({ role: 'member' }).where('id', '=', moderator.id).execute()
    await report(await aPerson(), await aComment(author, campaign.id, 'Only wakes the job'))
    await isShown(comment)
    const other = await aComment(author, campaign.id, 'A second one')
    await reported(other)
    expect(await stateOf(other)).toBeNull()
  } finally {
    await close()
  }
})
