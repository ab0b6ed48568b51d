import { expect, test } from 'vitest'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

const texts = ['Cancel the subscription', 'Write to them', 'Tell a neighbor']
const actionsOf = async (who: Person, id: string) => (await call(who, 'GET', `/campaigns/${id}/pledge`)).body.actions
const tick = (who: Person | null, id: string, actionId: string, method = 'PUT') => call(who, method, `/campaigns/${id}/actions/${actionId}/tick`)
const done = async (who: Person, id: string) =>
  (await actionsOf(who, id)).filter(({ isDone }: { isDone: boolean }) => isDone).map(({ text }: { text: string }) => text)

async function joined(): Promise<{ creator: Person; joiner: Person; id: string; ids: string[] }> {
  const [creator, joiner] = [await aPerson(), await aPerson()]
  const { id } = await aCampaign(creator, { actions: texts })
  await call(joiner, 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  return { creator, joiner, id, ids: (await actionsOf(joiner, id)).map((action: { id: string }) => action.id) }
}

test('a supporter can tick and untick actions any number of times, and the dashboard shows the same', async () => {
  const { joiner, id, ids } = await joined()
  const [first = '', second = ''] = ids
  for (const _time of [1, 2]) expect(await tick(joiner, id, first)).toMatchObject({ status: 200, body: { id: first, text: texts[0], isDone: true } })
  await tick(joiner, id, second)
  for (const _time of [1, 2]) expect(await tick(joiner, id, second, 'DELETE')).toMatchObject({ status: 200, body: { id: second, isDone: false } })
  expect(await done(joiner, id)).toEqual([texts[0]])
  const expected = texts.map((text, index) => ({ text, isDone: index === 0 }))
  const [dashboard, list] = [(await call(joiner, 'GET', '/me/dashboard')).body.pledges.latest, (await call(joiner, 'GET', '/me/pledges')).body.items]
  for (const [item] of [dashboard, list]) expect(item.campaign.actions).toMatchObject(expected)
})

test('only supporters can tick, and nobody else sees their ticks, not even the creator', async () => {
  const { creator, joiner, id, ids } = await joined()
  const stranger = await aPerson()
  await tick(joiner, id, ids[0] ?? '')
  expect(await done(creator, id)).toEqual([])
  for (const who of [null, stranger, creator]) expect(JSON.stringify((await call(who, 'GET', `/campaigns/${id}`)).body)).not.toMatch(/isDone|tick/i)
  expect((await call(stranger, 'GET', `/campaigns/${id}/pledge`)).status).toBe(404)
  for (const method of ['PUT', 'DELETE']) {
    expect((await tick(stranger, id, ids[0] ?? '', method)).status).toBe(404)
    expect((await tick(null, id, ids[0] ?? '', method)).status).toBe(401)
  }
  expect(await done(joiner, id)).toEqual([texts[0]])
})

test('an action of another campaign is not found', async () => {
  const [one, other] = [await joined(), await joined()]
  await call(one.joiner, 'PUT', `/campaigns/${other.id}/pledge`, { body: {} })
  expect((await tick(one.joiner, one.id, other.ids[0] ?? '')).status).toBe(404)
  expect(await done(one.joiner, other.id)).toEqual([])
})

test('an edit keeps the ticks of actions whose text stays, wherever they move, and of no others', async () => {
  const { creator, joiner, id, ids } = await joined()
  for (const actionId of ids) await tick(joiner, id, actionId)
  const edited = await call(creator, 'PATCH', `/campaigns/${id}`, { body: { actions: [texts[2], 'Write to them every week', texts[0], texts[0]] } })
  expect(edited.status).toBe(200)
  expect(await actionsOf(joiner, id)).toMatchObject([
    { id: ids[2], text: texts[2], isDone: true },
    { text: 'Write to them every week', isDone: false },
    { id: ids[0], text: texts[0], isDone: true },
    { text: texts[0], isDone: false },
  ])
  // Editing other fields does not change the ticks.
  await call(creator, 'PATCH', `/campaigns/${id}`, { body: { body: 'More to read' } })
  expect(await done(joiner, id)).toEqual([texts[2], texts[0]])
})

test('actions can be ticked while the pledge is unconfirmed and after the end, and never after the account is deleted', async () => {
  const { db } = (await theSite()).store
  const creator = await aPerson()
  const { id } = await aCampaign(creator, { actions: texts })
  const waiting = await aPerson({ isCounted: false })
  await call(waiting, 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  await call(creator, 'POST', `/campaigns/${id}/archive`, { body: {} })
  const [first] = await actionsOf(waiting, id)
  for (const who of [waiting, creator]) expect((await tick(who, id, first.id)).status).toBe(200)
  const ticks = () => db.selectFrom('campaign_action_tick').select('person_id').where('action_id', '=', first.id).execute()
  expect(await ticks()).toHaveLength(2)
  for (const who of [waiting, creator]) expect((await call(who, 'DELETE', '/me', { body: { phrase: 'DELETE MY ACCOUNT' } })).status).toBe(200)
  expect(await ticks()).toEqual([])
})

test('only its own person sees whether a pledge is recent and, until it counts, where the confirming link was mailed', async () => {
  const { db } = (await theSite()).store
  const { id } = await aCampaign(await aPerson())
  const [waiting, counted] = [await aPerson({ isCounted: false }), await aPerson()]
  for (const who of [waiting, counted]) await call(who, 'PUT', `/campaigns/${id}/pledge`, { body: { isPrivate: true } })
  const own = async (who: Person) => (await call(who, 'GET', `/campaigns/${id}/pledge`)).body
  expect(await own(waiting)).toMatchObject({ pledge: { state: 'unconfirmed', isPrivate: true }, unconfirmedEmail: `${waiting.id}@people.test`, isRecent: true })
  expect(await own(counted)).toMatchObject({ pledge: { state: 'counted', isPrivate: true }, unconfirmedEmail: null, isRecent: true })
  const earlier = new Date(Date.now() - 2 * 3_600_000)
  await db.updateTable('person').set({ counting_from: earlier }).where('id', '=', counted.id).execute()
  await db.updateTable('pledge').set({ created_at: earlier, counted_at: earlier }).where('campaign_id', '=', id).where('person_id', '=', counted.id).execute()
  expect(await own(counted)).toMatchObject({ isRecent: false })
})
