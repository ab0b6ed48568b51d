import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { startOwnBroker } from '#tests/support/own-broker.ts'
import { theSite, until } from '#tests/support/site.ts'
import { openLimiter } from './limits.ts'
import { openSharedCounters } from './shared-counters.ts'

/** Two processes of one site, or one process before and after a restart. */
async function processes(brokerUrl: string | undefined) {
  const { store, config } = await theSite()
  const counters = await Promise.all([1, 2].map(() => openSharedCounters({ store, config: { authSecret: config.authSecret, brokerUrl } })))
  const limiters = counters.map(({ counterOf }) => openLimiter({ exempt: () => false, shared: counterOf }))
  async function close() {
    for (const each of counters) await each.close()
  }
  return { take: (n: number, caller: string) => limiters[n % 2]?.take('mailTo', caller), close }
}
const anAddress = () => `${uuidv7()}@people.test`

test('limits that protect accounts, mail and sign-up count across all processes and restarts', async () => {
  const { take } = await processes(undefined)
  const address = anAddress()
  const waits = []
  for (let n = 0; n < 8; n++) waits.push(await take(n, address))
  expect(waits.filter((wait) => wait === null)).toHaveLength(5)
  expect(waits.at(-1)).toBeGreaterThan(3_000)
  const { store } = await theSite()
  expect(JSON.stringify(await store.db.selectFrom('rate_limit').selectAll().execute())).not.toContain(address.slice(0, 20))
})

test('limits are counted in the broker if there is one, and in the database while the broker is unavailable', async () => {
  const broker = await startOwnBroker()
  const { take, close } = await processes(broker.url)
  const { store } = await theSite()
  const rows = async () =>
    Number(
      (
        await store.db
          .selectFrom('rate_limit')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  try {
    // Until both are connected to the broker, the database counts.
    await until(async () => {
      const before = await rows()
      await Promise.all([0, 1].map((n) => take(n, anAddress())))
      return (await rows()) === before
    })
    const address = anAddress()
    const waits = []
    for (let n = 0; n < 8; n++) waits.push(await take(n, address))
    expect(waits.filter((wait) => wait === null)).toHaveLength(5)
    await broker.stop()
    const before = await rows()
    const later = []
    for (let n = 0; n < 8; n++) later.push(await take(n, anAddress()))
    expect(later).toEqual(Array(8).fill(null))
    expect(await rows()).toBe(before + 8)
  } finally {
    await close()
    await broker.remove()
  }
})
