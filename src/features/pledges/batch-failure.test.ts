import type pg from 'pg'
import { expect, test } from 'vitest'
import { begun } from '#tests/support/locks.ts'
import { patientSite } from '#tests/support/own-site.ts'
import { aCampaign, aPerson, theSite } from '#tests/support/site.ts'
import type { Count } from './contract.ts'
import { groupCommit } from './server/group-commit.ts'

patientSite()

test('every caller of a batch gets a correct answer even if the database fails after a part of the batch', async () => {
  const { store } = await theSite()
  const creator = await aPerson()
  const [campaign, beside] = [await aCampaign(creator), await aCampaign(creator)]
  const [elsewhere, joiner] = [await aPerson(), await aPerson()]
  const announced = new Map<string, Count>()
  const onCounted = (counts: Map<string, Count>) => counts.forEach((count, id) => void announced.set(id, count))
  const { take } = groupCommit({ pool: answeringOnce(store.pool), onCounted })
  const both = await store.db.transaction().execute(async (tx) => {
    // Like another process: the batch statement waits for this commit, but its snapshot does not include the row.
    await tx.insertInto('pledge').values({ campaign_id: campaign.id, person_id: elsewhere.id, is_private: false, state: 'unconfirmed' }).execute()
    const asks = [
      { campaignId: campaign.id, personId: elsewhere.id },
      { campaignId: beside.id, personId: joiner.id },
    ]
    return begun(store, {
      act: () => Promise.allSettled(asks.map((ask) => take({ ...ask, isPrivate: false, keys: { mailbox: [], account: [], domain: null } }))),
    })
  })
  const count = { supporters: 2, version: 2 }
  expect(await both.end).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: { outcome: 'joined', count, isNew: true } }])
  expect([...announced]).toEqual([[beside.id, count]])
})

/** A pool whose connection fails after the first query. */
function answeringOnce(pool: pg.Pool): pg.Pool {
  let isAway = false
  const query = (asked: pg.QueryConfig) => {
    if (isAway) return Promise.reject(new Error('Connection terminated'))
    isAway = true
    return pool.query(asked)
  }
  return Object.assign(Object.create(pool), { query })
}
