import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import { begun } from '#tests/support/locks.ts'
import { patientSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'
import { refreshDueSummaries } from './server/summary.ts'

patientSite()

/** Creates a campaign against the target of this name, with this alternative. */
const against = async (name: string, instead: string) => aCampaign(await aPerson(), { target: { name }, alternatives: [{ name: instead }] })

async function alternativesOf(name: string): Promise<string[]> {
  const { alternatives } = (await call(null, 'GET', `/subjects/targets/${name.toLowerCase().replaceAll(' ', '-')}/around`)).body
  return alternatives.map((each: { name: string }) => each.name).sort()
}

test('two concurrent refreshes of an entry summary leave the newest campaign in it', async () => {
  const { store } = await theSite()
  const names = [`Target ${randomUUID().slice(0, 8)}`, `Target ${randomUUID().slice(0, 8)}`]
  for (const name of names) await against(name, 'Before')
  // Uses a long transaction without deadlines, as a recount does.
  const remade = () => longTransaction(store, 'newest rows', refreshDueSummaries)
  await remade()
  // Sorted as the refresh writes them. The test locks the row of the first one.
  const targets = await store.db.selectFrom('target').select(['id', 'name']).where('name', 'in', names).orderBy('id').execute()
  const [first, second] = [targets[0]?.name ?? '', targets[1]?.name ?? '']
  for (const name of [first, second]) await against(name, 'Meanwhile')
  const both = await store.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('entry_summary')
      .select('subject_id')
      .where('subject_id', '=', targets[0]?.id ?? '')
      .forUpdate()
      .execute()
    const older = await begun(store, { act: remade })
    await against(second, 'Newest')
    const newer = await begun(store, { act: remade, waits: 2 })
    return [older.end, newer.end]
  })
  await Promise.all(both)
  expect(await alternativesOf(second)).toEqual(['Before', 'Meanwhile', 'Newest'])
  expect(await alternativesOf(first)).toEqual(['Before', 'Meanwhile'])
})

test('the alternatives and related entries of a hidden campaign are gone from the pages of its entries at once, and those of others come back', async () => {
  const { store } = await theSite()
  const [name, moderator] = [`Target ${randomUUID().slice(0, 8)}`, await aPerson({ role: 'moderator' })]
  const cause = `Cause ${randomUUID().slice(0, 8)}`
  await against(name, 'Kept')
  const hidden = await aCampaign(await aPerson(), { target: { name }, alternatives: [{ name: 'A person’s address' }], causes: [{ name: cause }] })
  await refreshDueSummaries(store.db)
  expect(await alternativesOf(name)).toEqual(['A person’s address', 'Kept'])
  const decide = (state: string) => call(moderator, 'PUT', `/campaigns/${hidden.id}/moderation`, { body: { state, reason: 'It says where a person lives.' } })
  const around = async (path: string) => (await call(null, 'GET', `/subjects/${path.toLowerCase().replaceAll(' ', '-')}/around`)).body
  // These results are cached for a second, but not after a decision.
  await decide('hidden')
  expect(await around(`targets/${name}`)).toMatchObject({ alternatives: [], causes: [] })
  expect(await around(`causes/${cause}`)).toMatchObject({ alternatives: [], industries: [], targets: [] })
  await refreshDueSummaries(store.db)
  await until(async () => (await alternativesOf(name)).length > 0)
  expect(await alternativesOf(name)).toEqual(['Kept'])
  await decide('visible')
  await refreshDueSummaries(store.db)
  await until(async () => (await alternativesOf(name)).length > 1)
})
