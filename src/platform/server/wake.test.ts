import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleLeader } from '#tests/support/leaders.ts'
import { liveDrivers } from '#tests/support/live-drivers.ts'
import { until } from '#tests/support/site.ts'
import { undoAfterEach } from '#tests/support/undo.ts'
import { startJob } from './job.ts'
import { neverLeader } from './leader.ts'
import { openLiveHub } from './live/hub.ts'
import { openLog } from './log.ts'
import { openWake } from './wake.ts'

const undo = undoAfterEach()

describe.each(liveDrivers)('through $name', ({ make }) => {
  let ways: Awaited<ReturnType<typeof make>>
  beforeAll(async () => {
    ways = await make()
  })
  afterAll(() => ways.drop())

  /** A process with a job whose own interval is longer than the test. */
  async function aProcess({ leads }: { leads: boolean }) {
    const live = await openLiveHub(ways.open())
    const done: true[] = []
    const work = async () => void done.push(true)
    const given = { everyMs: 3_600_000, work, failed: 'it could not', log: openLog('silent') }
    const job = startJob({ name: 'woken', ...given, leadership: leads ? soleLeader : neverLeader })
    const wake = openWake({ live, name: 'woken', start: job.runSoon })
    undo.push(live.close, job.stop, wake.stop)
    return { ...wake, done }
  }

  test('an act starts the job of its own process immediately', async () => {
    const one = await aProcess({ leads: true })
    one.wake()
    await until(() => one.done.length > 0)
  })

  test('an act in a process without jobs starts the worker’s job within a second, also repeatedly and after a lost connection', async () => {
    const [server, worker, other] = [await aProcess({ leads: false }), await aProcess({ leads: true }), await aProcess({ leads: false })]
    for (let n = 0; n < 3; n++) {
      const before = worker.done.length
      server.wake()
      // The job's own interval is an hour.
      await until(() => worker.done.length > before)
    }
    const before = worker.done.length
    await ways.cut()
    // Events may have been missed meanwhile, so the job starts by itself.
    await until(() => worker.done.length > before)
    expect([server.done, other.done]).toEqual([[], []])
  })
})
