import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { recount } from '#main/operations/recount.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { contradictionsIn } from '#tests/support/recount.ts'
import { aCampaign, aPerson, theSite } from '#tests/support/site.ts'

ownSite()

const someWord = () => `w${uuidv7().replaceAll('-', '').slice(-20)}`

test('a recount finds and repairs missing words of the dictionary, and wrong counts and filters of communities', async () => {
  const { store } = await theSite()
  const [owner, member, asking] = [await aPerson(), await aPerson(), await aPerson()]
  const [inTitle, inDraft, inTag, inName] = [someWord(), someWord(), someWord(), someWord()]
  await aCampaign(owner, { title: `About ${inTitle}` })
  const renamed = await aCampaign(owner)
  await aCampaign(owner, { title: `About ${inDraft}`, publish: false })
  const [counted, filtered, lost] = [uuidv7(), uuidv7(), uuidv7()]
  for (const id of [counted, filtered, lost]) {
    await store.db
      .insertInto('community')
      .values({ id, name: `Circle ${id === counted ? inName : ''}`, slug: `circle-${id}`, tags: ['Zoo', 'apes', inTag], owner_user_id: owner.id })
      .execute()
    await store.db.insertInto('community_member').values({ community_id: id, person_id: owner.id, role: 'owner' }).execute()
    await store.db.insertInto('community_member').values({ community_id: id, person_id: member.id }).execute()
    await store.db.insertInto('community_member').values({ community_id: id, person_id: asking.id, status: 'pending' }).execute()
  }
  const sound = { ok: true, lines: ['Every stored count is correct'] }
  expect(await recount(store, { check: true })).toEqual(sound)

  await store.db.deleteFrom('search_word').where('word', 'in', [inTitle, inTag, inName]).execute()
  await store.db.updateTable('community_rank').set({ members: 7 }).where('community_id', '=', counted).execute()
  await store.db
    .updateTable('community_rank')
    .set({ tags: ['other'] })
    .where('community_id', '=', filtered)
    .execute()
  await store.db.deleteFrom('community_rank').where('community_id', '=', lost).execute()
  await store.db.updateTable('campaign').set({ words: '' }).where('id', '=', renamed.id).execute()
  const wrong = [
    `community circle-${counted}: counts 7 members, has 2`,
    `community circle-${filtered}: is in the lists with wrong filters`,
    `community circle-${lost}: is missing from the lists`,
    ...[inTitle, inTag, inName].sort().map((word) => `search: the word "${word}" is missing`),
    `campaign ${renamed.id}: is found by other words than its own and its target's`,
  ]
  expect(await recount(store, { check: true })).toEqual({ ok: false, lines: wrong })
  const contradictions = (await contradictionsIn(store.pool, '.')).join('\n')
  expect(contradictions).toMatch(/^a community whose lists count .*\(2\)$/m)
  expect(contradictions).toMatch(/^a word of .* \(2\)$/m)

  expect(await recount(store, { check: false })).toEqual({ ok: true, lines: [...wrong, 'Repaired 7 differences'] })
  expect(await recount(store, { check: true })).toEqual(sound)
  const ranks = await store.db.selectFrom('community_rank').select(['members', 'tags']).where('community_id', 'in', [counted, filtered, lost]).execute()
  for (const rank of ranks) expect({ ...rank, members: Number(rank.members) }).toEqual({ members: 2, tags: ['apes', inTag, 'zoo'].sort() })
  const { rows } = await store.pool.query('select word from search_word where word = any($1)', [[inTitle, inDraft, inTag, inName]])
  expect(rows.map(({ word }) => word).sort()).toEqual([inTitle, inTag, inName].sort())
})
