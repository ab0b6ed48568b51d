import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import { plantCommunity, plantPost } from '#tests/support/communities.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aPerson, call, left, type Person, theSite } from '#tests/support/site.ts'

// With the product's real time limits, which some of these tests are about.
ownSite({}, { isHurried: true })

// With this many rows, updating a count for each deleted row would exceed the statement timeout.
const many = 15_000

/** A post with very many likes and comments, inserted without the API and the triggers, which would take too long. */
const aBusyPost = async (communityId: string, author: Person): Promise<string> =>
  longTransaction((await theSite()).store, 'newest rows', async (db) => {
    const id = await plantPost(db, { communityId, authorId: author.id })
    await db.deleteFrom('community_post_stats').where('post_id', '=', id).execute()
    await sql`insert into person (id, email, display_name, first_name, last_name)
      select gen_random_uuid(), ${id} || n || '@crowd.test', 'Ann B.', 'Ann', 'B' from generate_series(1, ${many}) n`.execute(db)
    await sql`insert into community_post_like (post_id, person_id) select ${id}, id from person where email like ${`${id}%@crowd.test`}`.execute(db)
    const root = uuidv7()
    await sql`insert into comment (id, post_id, author_id, root_id, depth, body, body_html) values (${root}, ${id}, ${author.id}, ${root}, 0, 'a', 'a')`.execute(
      db,
    )
    await sql`insert into comment (id, post_id, author_id, parent_id, root_id, depth, body, body_html)
      select gen_random_uuid(), ${id}, ${author.id}, ${root}, ${root}, 1, 'a', 'a' from generate_series(1, ${many}) n`.execute(db)
    await db
      .insertInto('community_post_stats')
      .values({ post_id: id, likes: many, comments: many + 1 })
      .execute()
    return id
  })

async function leftOf(postId: string): Promise<number> {
  const { db } = (await theSite()).store
  const { rows } = await sql<{ n: number }>`select (select count(*) from comment where post_id = ${postId})
    + (select count(*) from community_post_like where post_id = ${postId}) + (select count(*) from community_post where id = ${postId}) as n`.execute(db)
  return Number(rows[0]?.n)
}

test('a post with very many likes and comments is deleted within the timeout of a request', { timeout: 300_000 }, async () => {
  const { db } = (await theSite()).store
  const owner = await aPerson()
  const { id } = await plantCommunity(db, { owner: owner.id, privacy: 'public' })
  const postId = await aBusyPost(id, owner)
  expect((await call(owner, 'DELETE', `/posts/${postId}`)).status).toBe(200)
  expect(await leftOf(postId)).toBe(0)
})

test('a community with such a post is deleted too, by its owner and with the account of its last member', { timeout: 300_000 }, async () => {
  const { db } = (await theSite()).store
  const [owner, leaving, asking] = [await aPerson(), await aPerson(), await aPerson()]
  const deleted = await plantCommunity(db, { owner: owner.id, privacy: 'public', members: [{ id: asking.id }] })
  const lost = await plantCommunity(db, { owner: leaving.id, privacy: 'private', members: [{ id: asking.id, status: 'pending' }] })
  const [first, second] = [await aBusyPost(deleted.id, owner), await aBusyPost(lost.id, leaving)]
  await plantPost(db, { communityId: deleted.id, authorId: asking.id })
  expect((await call(owner, 'DELETE', `/communities/${deleted.id}`)).status).toBe(200)
  await left(leaving)
  expect(await Promise.all([first, second].map(leftOf))).toEqual([0, 0])
  for (const { id } of [deleted, lost]) {
    const { rows } = await sql`select community_id from community_member where community_id = ${id} union select community_id from community_rank
      where community_id = ${id} union select id from community where id = ${id}`.execute(db)
    expect(rows).toEqual([])
  }
})

test('repeating a transfer is harmless for the former owner, and strangers and members cannot transfer', async () => {
  const { db } = (await theSite()).store
  const [before, after, member, stranger] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()]
  const { id } = await plantCommunity(db, { owner: before.id, privacy: 'public', members: [{ id: after.id }, { id: member.id }] })
  const pass = (who: Person) => call(who, 'PUT', `/communities/${id}/owner`, { body: { personId: after.id } })
  for (let n = 0; n < 2; n++) expect((await pass(before)).status).toBe(200)
  for (const who of [member, stranger]) expect(await pass(who)).toMatchObject({ status: 403, body: { code: 'OWNER_ONLY' } })
})

test('an author whose post gets very many concurrent likes can still be banned, and the post locked', async () => {
  const { db } = (await theSite()).store
  const [owner, ...enemies] = await Promise.all(Array.from({ length: 13 }, () => aPerson()))
  if (!owner) throw new Error('nobody')
  const { id } = await plantCommunity(db, { owner: owner.id, privacy: 'public', members: enemies.map((enemy) => ({ id: enemy.id })) })
  const posts = await Promise.all(enemies.map(() => plantPost(db, { communityId: id, authorId: owner.id })))
  let isOver = false
  const noise = enemies.map(async (enemy, n) => {
    while (!isOver) await call(enemy, n % 2 ? 'PUT' : 'DELETE', `/likes/community_post/${posts[n]}`)
  })
  try {
    for (const enemy of enemies.slice(0, 4)) expect((await call(owner, 'PUT', `/communities/${id}/bans/${enemy.id}`)).status).toBe(200)
    expect((await call(owner, 'PUT', `/posts/${posts[0]}/marks`, { body: { isLocked: true } })).status).toBe(200)
  } finally {
    isOver = true
    await Promise.all(noise)
  }
})
