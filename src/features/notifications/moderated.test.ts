import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allNotified } from '#tests/support/notifications.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

/** Leaves out the notifications about moderators' decisions. */
const typesOf = async (who: Person) => {
  await allNotified()
  const types: string[] = (await done(who, 'GET', '/notifications?limit=50')).items.map(({ type }: { type: string }) => type)
  return types.filter((type) => type !== 'content_decision').sort()
}

test('a notification that is due while its content is hidden is never delivered; restoring the content lists earlier ones again', async () => {
  const { db } = (await theSite()).store
  const [creator, supporter, moderator] = [await aPerson(), await aPerson(), await aPerson({ role: 'moderator' })]
  const { id } = await aCampaign(creator)
  await done(supporter, 'PUT', `/campaigns/${id}/pledge`, { isPrivate: false })
  const decide = (path: string, state: string) => call(moderator, 'PUT', `${path}/moderation`, { body: { state, reason: 'It is under review.' } })
  const post = async (who: Person, below: string) => (await done(who, 'POST', `/campaigns/${id}${below}`, { body: 'Well said' })).id
  const [comment, late] = [await post(supporter, '/comments'), await post(supporter, '/comments')]
  const [, lateUpdate] = [await post(creator, '/updates'), await post(creator, '/updates')]
  expect(await typesOf(creator)).toEqual(['campaign_comment', 'campaign_comment', 'pledge'])
  expect(await typesOf(supporter)).toEqual(['campaign_update', 'campaign_update'])

  await decide(`/comments/${comment}`, 'hidden')
  await decide(`/comments/${late}`, 'hidden')
  await decide(`/campaigns/${id}`, 'hidden')
  // Marks these two as not delivered, as if the decision had come before the delivery.
  const isLate = sql<boolean>`(comment_id = ${late} or update_id = ${lateUpdate})`
  await db.deleteFrom('notification').where('event_id', 'in', db.selectFrom('notification_event').select('id').where(isLate)).execute()
  await db.updateTable('notification_event').set({ delivered_at: null, delivered_through: null }).where(isLate).execute()
  for (const who of [creator, supporter]) expect(await typesOf(who)).toEqual([])

  for (const path of [`/comments/${comment}`, `/comments/${late}`, `/campaigns/${id}`]) await decide(path, 'visible')
  expect(await typesOf(creator)).toEqual(['campaign_comment', 'pledge'])
  expect(await typesOf(supporter)).toEqual(['campaign_update'])
})
