import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { theSite } from '#tests/support/site.ts'
import { writeBackup } from './write-backup.ts'

const nothing = { put: async () => {}, get: async () => null, remove: async () => {}, async *list() {}, check: async () => {} }

beforeAll(async () => {
  // Text that hardly compresses, so that the backup is written in many pieces.
  const { store } = await theSite()
  await sql`
    insert into person (id, email, display_name, bio)
    select gen_random_uuid(), gen_random_uuid() || '@people.test', 'Many', repeat(gen_random_uuid()::text, 3) || gen_random_uuid() || gen_random_uuid()
    from generate_series(1, 3000)`.execute(store.db)
})

// Failures of a disk or a reader, at the first piece or after many.
const failures: [string, (sink: Writable, done: (error?: Error) => void) => void][] = [
  ['fails', (_sink, done) => done(new Error('the disk is full'))],
  ['goes away without taking what it was given', (sink) => sink.destroy(new Error('the disk is full'))],
  ['goes away a moment after', (sink) => void setImmediate(() => sink.destroy(new Error('the disk is full')))],
]
test.each(failures.flatMap(([name, fail]) => [1, 5].map((piece) => ({ name, piece, fail }))))(
  'a backup whose output $name at piece $piece fails with that reason, and the database stays usable',
  async ({ piece, fail }) => {
    const { store } = await theSite()
    let pieces = 0
    const sink = new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        if (++pieces === piece) fail(this, done)
        else done()
      },
    })
    await expect(writeBackup({ store, storage: nothing, sink })).rejects.toThrow('the disk is full')
    expect(await store.db.selectFrom('tally').select('subject_id').limit(1).execute()).toHaveLength(1)
  },
)
