import { expect, test } from 'vitest'
import { aCommunity, setMembership, written } from '#tests/support/communities.ts'
import { begun } from '#tests/support/locks.ts'
import { ownWords } from '#tests/support/own-words.ts'
import { aPerson, call, type Person, theSite } from '#tests/support/site.ts'

async function aPost() {
  const [owner, member] = [await aPerson(), await aPerson()]
  const communityId = await aCommunity(owner)
  await setMembership(member, communityId)
  return { owner, member, postId: await written(owner, communityId) }
}

const said = async (who: Person, postId: string, parentId: string | null = null): Promise<string> =>
  (await call(who, 'POST', `/posts/${postId}/comments`, { body: { body: ownWords('Said'), parentId } })).body.id

test('deleting the last reply removes the empty positions above it, up to the first with text or another reply', async () => {
  const { owner, postId } = await aPost()
  const root = await said(owner, postId)
  const [left, right] = [await said(owner, postId, root), await said(owner, postId, root)]
  const deepest = await said(owner, postId, await said(owner, postId, left))
  const below = async () => (await call(null, 'GET', `/comments/${root}/replies`)).body.items.map(({ id }: { id: string }) => id)
  const [, , between] = await below()
  for (const id of [root, left, between]) await call(owner, 'DELETE', `/comments/${id}`)
  expect(await below()).toEqual([left, right, between, deepest])
  await call(owner, 'DELETE', `/comments/${deepest}`)
  expect(await below()).toEqual([right])
  await call(owner, 'DELETE', `/comments/${right}`)
  expect((await call(null, 'GET', `/posts/${postId}/comments`)).body.items).toEqual([])
})

test('a reply to a comment on a post never waits for the deletion of another reply', async () => {
  const { owner, member, postId } = await aPost()
  const root = await said(owner, postId)
  const answer = await said(member, postId, root)
  const { store } = await theSite()
  const removing = await store.db.transaction().execute(async (tx) => {
    // Locks in the order of a reply: first the comment that is answered, then the post's count.
    await tx.selectFrom('comment').select('id').where('id', '=', root).forShare().execute()
    const removing = await begun(store, { act: () => call(member, 'DELETE', `/comments/${answer}`) })
    await tx.selectFrom('community_post_stats').select('comments').where('post_id', '=', postId).forUpdate().noWait().execute()
    return removing
  })
  expect((await removing.end).status).toBe(200)
  expect((await call(null, 'GET', `/comments/${root}/replies`)).body.items).toEqual([])
})
