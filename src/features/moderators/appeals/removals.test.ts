import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allNotified } from '#tests/support/notifications.ts'
import { aReader, done, nothingWaitsFor, type Reader } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'
import { recordRemovals } from './server/removals.ts'

const server = await aSiteWithMail()
const title = 'What nobody may read again'

/** A campaign with a supporter whose pledge is private and one whose pledge is held, which a moderator has removed. */
async function aRemovedCampaign() {
  const { db } = (await theSite()).store
  const [creator, other, moderator] = [await aPerson(), await aPerson({ role: 'moderator' }), await aPerson({ role: 'moderator' })]
  const [supporter, held] = [await aReader(), await aReader()]
  const { id } = await aCampaign(creator, { title })
  for (const who of [supporter, held]) await done(who, 'PUT', `/campaigns/${id}/pledge`, { isPrivate: true })
  await sql`update pledge set state = 'held' where campaign_id = ${id} and person_id = ${held.id}`.execute(db)
  const decide = (state: string) => done(moderator, 'PUT', `/campaigns/${id}/moderation`, { state, rule: 'false_claims', reason: 'They deny it.' })
  await decide('removed')
  return { id, creator, supporter, held, moderator, other, decide }
}

/** Makes the decisions about the campaign older. They cannot be changed otherwise. */
async function decidedEarlier(id: string, days: number): Promise<void> {
  await (await theSite()).store.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update moderation_decision set created_at = created_at - make_interval(days => ${days}) where subject_id = ${id}`.execute(tx)
  })
}

async function newsOf(who: Person) {
  const { db } = (await theSite()).store
  await recordRemovals(db)
  await allNotified()
  return (await done(who, 'GET', '/notifications?limit=50')).items.filter(({ type }: { type: string }) => type === 'campaign_removed')
}
const mailsTo = async (who: Reader) => {
  await until(() => nothingWaitsFor(who))
  return server.mails.filter(({ to, subject }) => to === who.email && subject?.includes('was removed'))
}

test('supporters are notified once, by bell and mail, when nobody has appealed against the removal of a campaign within six months', async () => {
  const { id, creator, supporter, held } = await aRemovedCampaign()
  await decidedEarlier(id, 170)
  expect(await newsOf(supporter)).toEqual([])
  await decidedEarlier(id, 20)
  const [news, ...others] = await newsOf(supporter)
  expect(others).toEqual([])
  expect(news).toMatchObject({
    actor: null,
    campaign: null,
    removal: { rule: 'false_claims', reason: 'Rule 4: No false claims of fact.', joinedAt: expect.any(String) },
  })
  // A held pledge looks like a counted one. The creator has read the reasons, and nobody else learns who joined.
  expect(await newsOf(held)).toMatchObject([{ removal: { reason: news.removal.reason } }])
  for (const who of [creator, await aPerson()]) expect(await newsOf(who)).toEqual([])
  expect(JSON.stringify(await newsOf(supporter))).not.toContain(title)

  const [mail, ...more] = await mailsTo(supporter)
  expect(mail?.subject).toMatch(/^A Holdout that you joined on .* was removed$/)
  expect(mail?.text).toContain('Moderators removed it on')
  expect(mail?.text).toContain('Rule 4: No false claims of fact.')
  expect(mail?.text).toContain('This is final')
  expect(mail?.text).not.toMatch(new RegExp(`${title}|They deny it`))
  expect(more).toEqual([])
  expect(await newsOf(supporter)).toHaveLength(1)
  expect(await mailsTo(supporter)).toHaveLength(1)
})

test('an open appeal keeps the removal from the supporters; when it fails they are notified', async () => {
  const { id, creator, supporter, other } = await aRemovedCampaign()
  const { moderation } = await done(creator, 'GET', `/campaigns/${id}`)
  const appeal = await done(creator, 'POST', `/decisions/${moderation.decisionId}/appeal`, { body: 'It is in their own report.' })
  await decidedEarlier(id, 200)
  expect(await newsOf(supporter)).toEqual([])
  await done(other, 'POST', `/moderation/appeals/${appeal.id}/decision`, { outcome: 'declined', reason: 'The report says the opposite.' })
  expect(await newsOf(supporter)).toHaveLength(1)
})

test('a campaign that is shown again is in no notification, nor is one that is hidden for review; a supporter who disconnects keeps none', async () => {
  const { id, supporter, held, decide } = await aRemovedCampaign()
  await decide('hidden')
  await decidedEarlier(id, 200)
  expect(await newsOf(supporter)).toEqual([])
  await decide('removed')
  await decidedEarlier(id, 200)
  expect(await newsOf(supporter)).toHaveLength(1)
  await (await theSite()).store.db.deleteFrom('pledge').where('campaign_id', '=', id).where('person_id', '=', held.id).execute()
  expect(await newsOf(held)).toEqual([])
  await decide('visible')
  expect(await newsOf(supporter)).toEqual([])
  expect((await call(supporter, 'GET', '/notifications/unread')).body.unread).toBe(0)
})
