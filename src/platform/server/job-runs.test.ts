import { expect, test } from 'vitest'
import { startJob } from '#platform/server/job.ts'
import { soleLeader } from '#tests/support/leaders.ts'
import { theSite, until } from '#tests/support/site.ts'
import { errorKind, jobDone } from './job-times.ts'
import { openLog } from './log.ts'

test('a failed job is recorded immediately with the kind of its error but not its message, and runs again', async () => {
  const { store } = await theSite()
  const log = openLog('silent')
  let runs = 0
  const job = startJob({
    name: 'test_of_failing',
    everyMs: 60_000,
    atOnce: true,
    async work() {
      runs++
      if (runs === 1) throw Object.assign(new TypeError('ada@people.test was refused'), { code: 'ECONNREFUSED' })
    },
    failed: 'the test failed',
    log,
    leadership: soleLeader,
  })
  const failed = await until(() => row('test_of_failing'))
  expect(failed).toMatchObject({ last_done_at: null, last_failed_at: expect.any(Date), last_error: 'TypeError ECONNREFUSED', done: 0, failed: 1 })
  job.runSoon()
  await until(() => runs === 2)
  await job.stop()

  function row(name: string) {
    return store.db.selectFrom('job_run').selectAll().where('name', '=', name).executeTakeFirst()
  }
})

test('every run is counted, however many occur between two writes', async () => {
  const { store } = await theSite()
  for (let n = 0; n < 500; n++) jobDone('test_of_running')
  const before = await until(() => store.db.selectFrom('job_run').select('done').where('name', '=', 'test_of_running').executeTakeFirst())
  expect(Number(before.done)).toBe(500)
})

test('only the name and code of an error are recorded, and only if they are words', () => {
  expect(errorKind(Object.assign(new RangeError('x'), { code: '23505' }))).toBe('RangeError 23505')
  expect(errorKind(Object.assign(new Error('x'), { code: 'https://x.test/secret' }))).toBe('Error')
  expect([errorKind(null), errorKind('ada@people.test'), errorKind({ name: 'a b' })]).toEqual(['Error', 'Error', 'Error'])
})
