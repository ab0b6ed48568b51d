import { expect, test } from 'vitest'
import { neverLeader } from '#platform/server/leader.ts'
import { openLiveHub } from '#platform/server/live/hub.ts'
import { postgresDriver } from '#platform/server/live/postgres-driver.ts'
import { openLog } from '#platform/server/log.ts'
import { theSite, until, useSite } from '#tests/support/site.ts'
import { openTallyJob } from './server/public.ts'

test('a process that is not the leader publishes to open pages that campaigns entered or left the counts', async () => {
  // Without jobs, so that nobody else publishes.
  const close = await useSite({ JOBS: 'off' })
  const { store } = await theSite()
  const live = await openLiveHub(postgresDriver({ connection: store.connection, log: openLog('silent') }))
  const tally = openTallyJob({ store, live, log: openLog('silent'), leadership: neverLeader, onRecorded: () => {} })
  const received: unknown[] = []
  live.listen(['stats'], { onEvent: ({ data }) => void received.push(data), onGap: () => {} })
  tally.campaignsChanged()
  await until(() => received.length > 0)
  expect(received).toEqual([expect.objectContaining({ activeCampaigns: expect.any(Number) })])
  await tally.stop()
  await live.close()
  await close()
})
