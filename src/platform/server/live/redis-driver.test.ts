import { randomUUID } from 'node:crypto'
import { test, vi } from 'vitest'
import { openFaultProxy } from '#tests/support/fault-proxy.ts'
import { brokerAnswers, testBroker } from '#tests/support/live-drivers.ts'
import { until } from '#tests/support/site.ts'
import { openLog } from '../log.ts'
import type { LiveMessage } from './events.ts'
import { redisDriver } from './redis-driver.ts'

const isTried = await brokerAnswers()

test.runIf(isTried)('a broker that accepts connections without answering is given up each time, and used again when it answers', async () => {
  const proxy = await openFaultProxy(testBroker)
  const log = openLog('silent')
  const warned = vi.spyOn(log, 'warn')
  const secret = randomUUID()
  const [silenced, other] = [redisDriver({ url: proxy.url, secret, log }), redisDriver({ url: testBroker, secret, log })]
  const received: LiveMessage[] = []
  await silenced.subscribe({ onMessages: () => {}, onGap: () => {} })
  await other.subscribe({ onMessages: (messages) => received.push(...messages), onGap: () => {} })
  proxy.stall()
  await silenced.publish([{ topic: 'stats', data: 1 }]).catch(() => {})
  await until(() => warned.mock.calls.filter(([, text]) => text === 'live connection failed').length > 1)
  await proxy.pass()
  await silenced.publish([{ topic: 'stats', data: 2 }])
  await until(() => received.some(({ data }) => data === 2))
  for (const driver of [silenced, other]) await driver.close()
  await proxy.close()
})
