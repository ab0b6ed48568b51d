import { expect, test } from 'vitest'
import { refreshRanks } from '#features/campaigns/server/jobs.ts'
import { begun } from '#tests/support/locks.ts'
import { aCampaign, aPerson, call, theSite } from '#tests/support/site.ts'

test('a campaign that ends during a refresh of the lists is not listed as active again', async () => {
  const creator = await aPerson()
  const { id } = await aCampaign(creator)
  const { store } = await theSite()
  // Makes a rank outdated: the campaign has one supporter more than the list.
  await call(await aPerson(), 'PUT', `/campaigns/${id}/pledge`, { body: {} })
  const refreshing = await store.db.transaction().execute(async (tx) => {
    await tx.updateTable('campaign').set({ status: 'archived' }).where('id', '=', id).execute()
    await tx.updateTable('campaign_rank').set({ status: 'archived' }).where('campaign_id', '=', id).execute()
    return begun(store, { act: () => refreshRanks(store.db) })
  })
  await refreshing.end
  const { status } = await store.db.selectFrom('campaign_rank').select('status').where('campaign_id', '=', id).executeTakeFirstOrThrow()
  expect(status).toBe('archived')
})
