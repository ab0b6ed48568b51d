import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMailServer } from '#tests/support/mail-server.ts'
import { allNotified } from '#tests/support/notifications.ts'
import { aPushService } from '#tests/support/push-service.ts'
import { aReader, done, nothingWaitsFor } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, theSite, until, useSite } from '#tests/support/site.ts'

let close = async () => {}
let mails: Awaited<ReturnType<typeof aMailServer>>
let pushes: Awaited<ReturnType<typeof aPushService>>
beforeAll(async () => {
  mails = await aMailServer()
  pushes = await aPushService()
  const closeSite = await useSite({ ...mails.env, ...pushes.env, OPERATOR_EMAIL: 'operator@holdout.test' })
  close = async () => {
    await closeSite()
    await mails.stop()
    await pushes.stop()
  }
})
afterAll(() => close())

const reason = 'It accuses a person of a crime.'

test('moderators read how many bells, mails and push messages about hidden content had gone out before, and nobody else does', async () => {
  const [creator, moderator, one, other] = [await aPerson(), await aPerson({ role: 'moderator' }), await aReader(), await aReader()]
  const campaign = await aCampaign(creator)
  for (const who of [one, other]) await done(who, 'PUT', `/campaigns/${campaign.id}/pledge`, { isPrivate: false })
  await allNotified()
  const browser = pushes.aBrowser()
  await done(one, 'PUT', '/me/push', { endpoint: browser.endpoint, keys: browser.keys })
  const update = await done(creator, 'POST', `/campaigns/${campaign.id}/updates`, { title: 'Found', body: 'He did it.' })
  for (const { email } of [one, other]) await mails.next(email)
  await until(() => pushes.received.some(({ path }) => path === browser.path))

  // A like is one line of the daily mail.
  const comment = await done(one, 'POST', `/campaigns/${campaign.id}/comments`, { body: 'I know him.' })
  await done(other, 'PUT', `/likes/campaign_comment/${comment.id}`)
  await allNotified()
  const { db } = (await theSite()).store
  await until(async () => {
    const due = db.updateTable('notification_mailing').set({ digest_at: new Date() }).where('person_id', '=', one.id).where('digest_at', 'is not', null)
    return (await due.executeTakeFirst()).numUpdatedRows > 0n
  })
  await mails.next(one.email)
  await until(() => nothingWaitsFor(one))

  const hide = async (path: string): Promise<string> => (await done(moderator, 'PUT', `${path}/moderation`, { state: 'hidden', reason })).moderation.decisionId
  const delivered = (id: string) => `/moderation/decisions/${id}/delivered`
  const ofUpdate = await hide(`/updates/${update.id}`)
  const sent = async ({ mails, pushes }: { mails: number; pushes: number }, id: string) => {
    await until(async () => {
      const now = await done(moderator, 'GET', delivered(id))
      return now.mails >= mails && now.pushes >= pushes
    })
  }
  await sent({ mails: 2, pushes: 1 }, ofUpdate)
  expect(await done(moderator, 'GET', delivered(ofUpdate))).toEqual({ bells: 2, mails: 2, pushes: 1 })
  // The bells of the creator and of the author, whose daily mail had a line about it.
  const ofComment = await hide(`/comments/${comment.id}`)
  await sent({ mails: 1, pushes: 0 }, ofComment)
  expect(await done(moderator, 'GET', delivered(ofComment))).toMatchObject({ bells: 2, mails: 1 })
  for (const who of [null, creator, one]) expect((await call(who, 'GET', delivered(ofUpdate))).status).toBe(404)
  // A moderator does not read the numbers of their own content, which could tell held pledges from counted ones.
  const own = await aCampaign(moderator)
  const colleague = await aPerson({ role: 'moderator' })
  const ofOwn = (await done(colleague, 'PUT', `/campaigns/${own.id}/moderation`, { state: 'hidden', reason })).moderation.decisionId
  expect([(await call(moderator, 'GET', delivered(ofOwn))).status, (await call(colleague, 'GET', delivered(ofOwn))).status]).toEqual([404, 200])
})
