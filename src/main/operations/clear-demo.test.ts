import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import { openStore, type Store } from '#platform/server/store/open-store.ts'
import { plantCommunity, plantLink, plantPost, plantPostComment } from '#tests/support/communities.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { begun } from '#tests/support/locks.ts'
import { undoAfterEach } from '#tests/support/undo.ts'
import { loadDemo } from '../demo/load-demo.ts'
import { loadReference } from '../demo/reference.ts'
import { clearDemo } from './clear-demo.ts'
import { differences } from './recount.ts'

const undo = undoAfterEach()

/** Opens a database with the demo in it. */
async function aDemo(): Promise<Store> {
  const database = await makeDatabase()
  const store = await openStore({ url: database.url, onError: () => {} })
  undo.push(database.drop, store.close)
  await loadReference(store.db)
  await loadDemo(store.db, { now: new Date(), passwordHash: 'none' })
  return store
}

async function aRealPerson({ db }: Store): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('person')
    .values({ id, email: `${id}@people.example`, display_name: 'Real P.', first_name: 'Real', last_name: 'Person' })
    .execute()
  return id
}
const communityOf = ({ db }: Store, slug: string) => db.selectFrom('community').select('id').where('slug', '=', slug).executeTakeFirstOrThrow()
const inventedPerson = ({ db }: Store, key: string) => db.selectFrom('person').select('id').where('email', '=', `${key}@demo.test`).executeTakeFirstOrThrow()

async function joins({ db }: Store, { communityId, personId, daysAgo }: { communityId: string; personId: string; daysAgo: number }) {
  const row = { community_id: communityId, person_id: personId, created_at: new Date(Date.now() - daysAgo * 86_400_000) }
  await db.insertInto('community_member').values(row).execute()
}
const clear = (store: Store) => longTransaction(store, 'newest rows', clearDemo)

test('clearing the demo deletes its communities, except those with a post by a real person, which pass to their oldest real member', async () => {
  const store = await aDemo()
  const { db } = store
  const [elder, writer] = [await aRealPerson(store), await aRealPerson(store)]
  const kept = await communityOf(store, 'the-cancel-club')
  const joined = await communityOf(store, 'wheels-up')
  await joins(store, { communityId: kept.id, personId: writer, daysAgo: 1 })
  await joins(store, { communityId: kept.id, personId: elder, daysAgo: 2 })
  await joins(store, { communityId: joined.id, personId: elder, daysAgo: 2 })
  const post = await plantPost(db, { communityId: kept.id, authorId: writer })
  const ada = await inventedPerson(store, 'ada')
  await plantPostComment(db, { postId: post, authorId: ada.id })
  await clear(store)
  expect(await db.selectFrom('community').select(['id', 'owner_user_id']).execute()).toEqual([{ id: kept.id, owner_user_id: elder }])
  expect(await db.selectFrom('community_member').select(['person_id', 'role']).orderBy('role', 'desc').execute()).toEqual([
    { person_id: elder, role: 'owner' },
    { person_id: writer, role: 'member' },
  ])
  expect(await db.selectFrom('community_post').select('id').execute()).toEqual([{ id: post }])
  expect(await db.selectFrom('comment').select('id').execute()).toEqual([])
  expect(await differences(store)).toEqual([])
})

test('a demo person whom a record of moderation names keeps an anonymous row, and the record stays', async () => {
  const store = await aDemo()
  const [carmen, ada] = [await inventedPerson(store, 'carmen'), await inventedPerson(store, 'ada')]
  const { db } = store
  const decision = { id: uuidv7(), subject_kind: 'comment', subject_id: uuidv7(), author_id: ada.id, moderator_id: carmen.id, state: 'hidden' }
  await db.insertInto('moderation_decision').values(decision).execute()
  const reported = { id: uuidv7(), subject_kind: 'comment', subject_id: uuidv7(), opened_at: new Date(), reporters: 1 }
  await db.insertInto('report_case').values(reported).execute()
  const bao = await inventedPerson(store, 'bao')
  await db.insertInto('report').values({ id: uuidv7(), case_id: reported.id, reporter_id: bao.id, reason: 'spam' }).execute()
  await clear(store)
  const left = await db.selectFrom('person').select(['id', 'email', 'role', 'full_name']).orderBy('id').execute()
  expect(left).toEqual([carmen.id, ada.id].sort().map((id) => ({ id, email: null, role: 'member', full_name: '' })))
  expect(await db.selectFrom('auth_account').select('id').execute()).toEqual([])
  expect(await db.selectFrom('moderation_decision').select('id').execute()).toEqual([{ id: decision.id }])
})

test('in a real community clearing deletes the demo’s own rows only, and the links of campaigns by demo people', async () => {
  const store = await aDemo()
  const { db } = store
  const owner = await aRealPerson(store)
  const ada = await inventedPerson(store, 'ada')
  const { id } = await plantCommunity(db, { owner, privacy: 'private', members: [{ id: ada.id, role: 'mod' }] })
  const mine = await plantPost(db, { communityId: id, authorId: owner })
  await plantPost(db, { communityId: id, authorId: ada.id })
  await db.insertInto('community_post_like').values({ post_id: mine, person_id: ada.id }).execute()
  const campaignId = uuidv7()
  const { id: targetId } = await db.selectFrom('target').select('id').limit(1).executeTakeFirstOrThrow()
  await sql`
    insert into campaign (id, title, creator_id, target_id, status, impact_mode, non_monetary_unit)
    values (${campaignId}, 'A campaign of theirs', ${owner}, ${targetId}, 'draft', 'non_monetary', 'cups')`.execute(db)
  await plantLink(db, { communityId: id, campaignId, by: ada.id })
  await clear(store)
  expect(await db.selectFrom('community_post').select('id').execute()).toEqual([{ id: mine }])
  expect(await db.selectFrom('community_post_stats').select(['post_id', 'likes']).execute()).toEqual([{ post_id: mine, likes: 0 }])
  expect(await db.selectFrom('community_member').select('person_id').execute()).toEqual([{ person_id: owner }])
  expect(await db.selectFrom('community_campaign').select('added_by').execute()).toEqual([{ added_by: owner }])
  expect(await differences(store)).toEqual([])
})

test('if a real person commented on a demo post in a real person’s community, nothing is changed', async () => {
  const store = await aDemo()
  const { db } = store
  const owner = await aRealPerson(store)
  const ada = await inventedPerson(store, 'ada')
  const { id } = await plantCommunity(db, { owner, privacy: 'public', members: [{ id: ada.id }] })
  const post = await plantPost(db, { communityId: id, authorId: ada.id })
  await plantPostComment(db, { postId: post, authorId: owner })
  await expect(clear(store)).rejects.toThrow('commented on posts')
  expect(await db.selectFrom('community').select('id').execute()).toHaveLength(7)
})

test('a comment that is being written at the same time prevents the clearing too', async () => {
  const store = await aDemo()
  const owner = await aRealPerson(store)
  const ada = await inventedPerson(store, 'ada')
  const { id } = await plantCommunity(store.db, { owner, privacy: 'public', members: [{ id: ada.id }] })
  const post = await plantPost(store.db, { communityId: id, authorId: ada.id })
  const { comment, clearing } = await store.db.transaction().execute(async (tx) => {
    const comment = await plantPostComment(tx, { postId: post, authorId: owner })
    return { comment, clearing: await begun(store, { act: () => clear(store) }) }
  })
  await expect(clearing.end).rejects.toThrow('commented on posts')
  expect(await store.db.selectFrom('comment').select('id').where('post_id', '=', post).execute()).toEqual([{ id: comment }])
})
