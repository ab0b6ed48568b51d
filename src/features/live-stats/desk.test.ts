import { expect, test } from 'vitest'
import { neverLeader } from '#platform/server/leader.ts'
import { openLiveHub } from '#platform/server/live/hub.ts'
import { postgresDriver } from '#platform/server/live/postgres-driver.ts'
import { openLog } from '#platform/server/log.ts'
import { theSite, until } from '#tests/support/site.ts'
import { openTallyDesk } from './server/public.ts'

test('a process that does not lead tells open pages too that campaigns entered or left the counts', async () => {
  const { store } = await theSite()
  const live = await openLiveHub(postgresDriver({ connection: store.connection, log: openLog('silent') }))
  const tally = openTallyDesk({ store, live, log: openLog('silent'), leadership: neverLeader, onNoted: () => {} })
  const heard: unknown[] = []
  live.listen(['stats'], { onEvent: ({ data }) => void heard.push(data), onGap: () => {} })
  tally.campaignsChanged()
  await until(() => heard.length > 0)
  expect(heard).toEqual([expect.objectContaining({ activeCampaigns: expect.any(Number) })])
  await tally.stop()
  await live.close()
})
