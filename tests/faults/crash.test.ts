import { afterAll, expect, test } from 'vitest'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { makeDatabase } from '#tests/support/databases.ts'
import { aFolder, type Product, remove, startProduct } from '#tests/support/product.ts'
import { send, signedUp } from '#tests/support/visitor.ts'

const folders: string[] = []
afterAll(() => folders.forEach(remove))

const stores = ['the embedded store', ...(process.env.FAULTS_DATABASE_URL ? ['PostgreSQL'] : [])]

test.each(stores)('kill -9 in a stream of pledges on %s loses no acknowledged one, and counts equal rows', async (store) => {
  const dataDir = aFolder()
  folders.push(dataDir)
  const database = store === 'PostgreSQL' ? await makeDatabase() : null
  const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {}

  let product = await startProduct({ dataDir, env })
  const creator = await signedUp(product, 'Crash Creator')
  const people: string[] = []
  for (let n = 0; n < 12; n++) people.push((await signedUp(product, `Pledger Number${n}`)).cookie)
  const acknowledged: { campaign: string; person: string }[] = []

  for (let round = 0; round < 3; round++) {
    const campaigns = await Promise.all(Array.from({ length: 12 }, () => publish(product, creator.cookie)))
    const stream = pledgeAll({ product, campaigns, people, acknowledged })
    await untilMore(acknowledged, 40)
    await product.kill()
    await stream
    product = await startProduct({ dataDir, env })
  }

  for (const { campaign, person } of acknowledged) {
    const { body } = await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign}`, cookie: person })
    expect(body.viewer.pledge).toMatchObject({ state: 'counted' })
  }
  for (const campaign of new Set(acknowledged.map((pledge) => pledge.campaign))) {
    const own = await Promise.all(people.map(async (cookie) => (await send(product, { method: 'GET', path: `/api/v1/campaigns/${campaign}`, cookie })).body))
    expect(own[0].count.supporters).toBe(1 + own.filter(({ viewer }) => viewer.pledge).length)
  }
  expect(acknowledged.length).toBeGreaterThan(100)
  expect(await product.stop()).toBe(0)
  await database?.drop()
})

async function publish(product: Product, cookie: string): Promise<string> {
  const { body } = await send(product, { method: 'POST', path: '/api/v1/campaigns', cookie, body: aCampaignBody() })
  return body.id
}

/** Everybody joins everything, in no order, until the product is gone. */
async function pledgeAll(given: {
  product: Product
  campaigns: string[]
  people: string[]
  acknowledged: { campaign: string; person: string }[]
}): Promise<void> {
  await Promise.all(
    given.people.map(async (person) => {
      for (const campaign of given.campaigns) {
        const { status } = await send(given.product, { method: 'PUT', path: `/api/v1/campaigns/${campaign}/pledge`, cookie: person, body: {} }).catch(() => ({
          status: 0,
        }))
        if (status === 200) given.acknowledged.push({ campaign, person })
        if (status === 0) return
      }
    }),
  )
}

async function untilMore(list: unknown[], more: number): Promise<void> {
  const wanted = list.length + more
  const end = Date.now() + 30_000
  while (list.length < wanted) {
    if (Date.now() > end) throw new Error(`Only ${list.length} of ${wanted} pledges were acknowledged`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
