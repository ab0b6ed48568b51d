import { expect, test } from 'vitest'
import { recount } from '#main/operations/recount.ts'
import { aCommunity, written } from '#tests/support/communities.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { contradictionsIn } from '#tests/support/recount.ts'
import { aPerson, call, theSite } from '#tests/support/site.ts'
import { agePosts } from './server/jobs.ts'

ownSite()

const hour = 3_600_000

async function postsWeek(id: string) {
  const { store } = await theSite()
  const rank = await store.db.selectFrom('community_rank').select(['posts_week', 'activity']).where('community_id', '=', id).executeTakeFirstOrThrow()
  return { posts: Number(rank.posts_week), activity: Number(rank.activity) }
}
async function backdate(postId: string, byMs: number) {
  const { store } = await theSite()
  await store.db
    .updateTable('community_post')
    .set({ created_at: new Date(Date.now() - byMs) })
    .where('id', '=', postId)
    .execute()
}

test('a post counts in its community’s weekly number until it is seven days old or deleted', async () => {
  const { store } = await theSite()
  const owner = await aPerson()
  const [one, two] = [await aCommunity(owner), await aCommunity(owner)]
  const ids = [await written(owner, one), await written(owner, one), await written(owner, one), await written(owner, two)]
  expect(await postsWeek(one)).toEqual({ posts: 3, activity: 16 })
  await backdate(ids[0] ?? '', 7 * 24 * hour + 1_000)
  await backdate(ids[1] ?? '', 7 * 24 * hour - hour)
  await backdate(ids[3] ?? '', 30 * 24 * hour)
  // The returned number is not checked, because the site's own job may have processed the posts first.
  await agePosts(store.db)
  expect([await postsWeek(one), await postsWeek(two)]).toEqual([
    { posts: 2, activity: 11 },
    { posts: 0, activity: 1 },
  ])
  expect(await agePosts(store.db)).toBe(0)
  for (const id of ids.slice(0, 2)) await call(owner, 'DELETE', `/posts/${id}`)
  expect(await postsWeek(one)).toEqual({ posts: 1, activity: 6 })
})

test('the weekly counts stay exact when the aging job runs beside writes and deletions', async () => {
  const { store } = await theSite()
  const owner = await aPerson()
  const id = await aCommunity(owner)
  const ids: string[] = []
  for (let n = 0; n < 12; n++) ids.push(await written(owner, id))
  for (const postId of ids) await backdate(postId, 8 * 24 * hour)
  await Promise.all([
    agePosts(store.db),
    ...ids.slice(0, 6).map((postId) => call(owner, 'DELETE', `/posts/${postId}`)),
    ...Array.from({ length: 6 }, () => written(owner, id)),
    agePosts(store.db),
  ])
  expect(await postsWeek(id)).toEqual({ posts: 6, activity: 31 })
})

test('a recount finds and repairs a post’s counts of likes and comments, and its community’s weekly count', async () => {
  const { store } = await theSite()
  const owner = await aPerson()
  const id = await aCommunity(owner)
  const [liked, lost, early] = [await written(owner, id), await written(owner, id), await written(owner, id)]
  await call(owner, 'PUT', `/likes/community_post/${liked}`)
  const sound = { ok: true, lines: ['Every stored count is correct'] }
  expect(await recount(store, { check: true })).toEqual(sound)
  expect(await contradictionsIn(store.pool, '.')).toEqual([])

  await store.db.updateTable('community_post_stats').set({ likes: 5, comments: 2 }).where('post_id', '=', liked).execute()
  await store.db.deleteFrom('community_post_stats').where('post_id', '=', lost).execute()
  await store.db.updateTable('community_post').set({ in_week: false }).where('id', '=', early).execute()
  await store.db.updateTable('community_rank').set({ posts_week: 9 }).where('community_id', '=', id).execute()
  const { slug } = await store.db.selectFrom('community').select('slug').where('id', '=', id).executeTakeFirstOrThrow()
  const wrong = [
    `community ${slug}: counts 9 posts in seven days, has 2`,
    `post ${liked}: counts 5 likes and 2 comments, has 1 and 0`,
    `post ${lost}: has no counts`,
    `post ${early}: was created in the last seven days but is not counted as such`,
  ]
  expect(await recount(store, { check: true })).toEqual({ ok: false, lines: wrong })
  expect((await contradictionsIn(store.pool, '.')).map((line) => line.split(':')[0])).toEqual([
    'a community whose posts of the week are not those marked so',
    'a post that counts as of the week a minute after it, or does not within it',
    'a post without its counts, or with other likes or comments than it has',
  ])
  expect(await recount(store, { check: false })).toEqual({ ok: true, lines: [...wrong, 'Repaired 4 differences'] })
  expect(await recount(store, { check: true })).toEqual(sound)
  expect(await postsWeek(id)).toEqual({ posts: 3, activity: 16 })
})
