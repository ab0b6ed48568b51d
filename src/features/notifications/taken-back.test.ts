import { afterEach, expect, test } from 'vitest'
import { commentOn } from '#tests/support/comments.ts'
import { aCommunity, plantPost, setMembership } from '#tests/support/communities.ts'
import { type LiveListener, openListener } from '#tests/support/live-listener.ts'
import { done } from '#tests/support/readers.ts'
import { aCampaign, aPerson, type Person, theSite, until } from '#tests/support/site.ts'

// A notification may become obsolete before it is read. Open pages must then exclude it from their count.

const open: LiveListener[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})

/** Opens a page of this person. The returned function waits until the page has received this unread count. */
async function counting(who: Person) {
  const stream = await openListener((await theSite()).origin, ['me'], { who })
  open.push(stream)
  await until(stream.hasBegun)
  return (unread: number) => until(() => stream.events.filter(({ topic }) => topic === 'me').at(-1)?.data.unread === unread)
}

async function aCommentOf(author: Person) {
  const { id } = await aCampaign(await aPerson())
  return `/likes/campaign_comment/${await commentOn(author, id, 'Well said')}`
}

async function aPostOf(author: Person, fan: Person) {
  const communityId = await aCommunity(author)
  await setMembership(fan, communityId)
  return `/likes/community_post/${await plantPost((await theSite()).store.db, { communityId, authorId: author.id })}`
}

test.each([
  ['a comment', aCommentOf],
  ['a post', aPostOf],
])('an open page does not count a withdrawn like of %s any more, and counts it again after it is repeated', async (_what, placeOf) => {
  const [author, fan] = [await aPerson(), await aPerson()]
  const place = await placeOf(author, fan)
  const shows = await counting(author)
  await done(fan, 'PUT', place)
  await shows(1)
  await done(fan, 'DELETE', place)
  await shows(0)
  await done(fan, 'PUT', place)
  await shows(1)
})

test.each([
  ['approved', (owner: Person, { id, asker }: PendingJoin) => done(owner, 'PUT', `/communities/${id}/requests/${asker.id}`)],
  ['declined', (owner: Person, { id, asker }: PendingJoin) => done(owner, 'DELETE', `/communities/${id}/requests/${asker.id}`)],
  ['answered with a ban', (owner: Person, { id, asker }: PendingJoin) => done(owner, 'PUT', `/communities/${id}/bans/${asker.id}`)],
  ['taken back', (_owner: Person, { id, asker }: PendingJoin) => done(asker, 'DELETE', `/communities/${id}/membership`)],
])('a request to join that is %s disappears from the bells of owner and mods on their open pages', async (_what, settle) => {
  const [owner, mod, asker] = [await aPerson(), await aPerson(), await aPerson()]
  const id = await aCommunity(owner, { privacy: 'private' })
  await setMembership(mod, id, { role: 'mod' })
  const { db } = (await theSite()).store
  await db.updateTable('community').set({ approves_members: true }).where('id', '=', id).execute()
  const [ownerShows, modShows] = [await counting(owner), await counting(mod)]
  await done(asker, 'PUT', `/communities/${id}/membership`, {})
  await Promise.all([ownerShows(1), modShows(1)])
  await settle(owner, { id, asker })
  await Promise.all([ownerShows(0), modShows(0)])
  const left = db.selectFrom('notification_event').select('id').where('type', '=', 'community_join_request').where('community_id', '=', id)
  expect(await left.execute()).toEqual([])
})

type PendingJoin = { id: string; asker: Person }

test('a person who is no longer a mod has no request in the bell', async () => {
  const [owner, mod, asker] = [await aPerson(), await aPerson(), await aPerson()]
  const id = await aCommunity(owner, { privacy: 'private' })
  await setMembership(mod, id, { role: 'mod' })
  const { db } = (await theSite()).store
  await db.updateTable('community').set({ approves_members: true }).where('id', '=', id).execute()
  const shows = await counting(mod)
  await done(asker, 'PUT', `/communities/${id}/membership`, {})
  await shows(1)
  await done(owner, 'PUT', `/communities/${id}/members/${mod.id}/role`, { role: 'member' })
  await shows(0)
})
