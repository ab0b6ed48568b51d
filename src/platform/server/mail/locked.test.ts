import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { anEmail } from '#tests/support/accounts.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aPerson, theSite, until } from '#tests/support/site.ts'
import { neverLeader } from '../leader.ts'
import { openLog } from '../log.ts'
import type { Delivered } from './deliver.ts'
import { openMailQueue } from './mail-queue.ts'

// A process was delayed until its claim on an email expired, and another process claimed the email.

const letter = { subject: 'News', preheader: 'News', paragraphs: ['There is news.'] }

type Moment = 'written' | 'sent'

/** Sends one email, which another process claims at this moment. Returns how often it was sent, and its row afterwards. */
async function sending({ takenWhen }: { takenWhen: Moment }) {
  const { store } = await theSite()
  const [id, to, person] = [uuidv7(), anEmail(), await aPerson()]
  const row = { id, kind: 'test', address: to, person_id: person.id, expires_at: new Date(Date.now() + 60_000) }
  await store.db.insertInto('mail').values(row).execute()
  const taken = async (moment: Moment) => {
    if (moment === takenWhen)
      await sql`update mail set tries = tries + 1, next_try_at = now() + interval '1 hour', last_error = 'taken' where id = ${id}`.execute(store.db)
  }
  let sent = 0
  const opened = openMailQueue({
    store,
    delivery: {
      async send(): Promise<Delivered> {
        sent++
        await taken('sent')
        throw new Error('The line broke')
      },
      sweep: async () => {},
      close: () => {},
    },
    async compose() {
      await taken('written')
      return { to, letter }
    },
    site: () => 'https://holdout.example',
    log: openLog('silent'),
    leadership: neverLeader,
  })
  opened.runSoon()
  // A stop waits three seconds, and a loaded machine may stall for longer.
  await until(() => store.db.selectFrom('mail').select('id').where('id', '=', id).where('last_error', '=', 'taken').executeTakeFirst())
  await opened.stop()
  const after = await store.db.selectFrom('mail').select(['tries', 'last_error', 'next_try_at']).where('id', '=', id).executeTakeFirstOrThrow()
  return { sent, after }
}

describe('with two sending processes', () => {
  // With JOBS=off the site itself does not process the queue.
  ownSite({ JOBS: 'off' })

  test('an email that another process has claimed is sent by that process only', async () => {
    expect(await sending({ takenWhen: 'written' })).toMatchObject({ sent: 0, after: { tries: 2, last_error: 'taken' } })
  })

  test('a failed email that another process has claimed meanwhile keeps that claim', async () => {
    const { sent, after } = await sending({ takenWhen: 'sent' })
    expect([sent, after]).toMatchObject([1, { tries: 2, last_error: 'taken' }])
    expect(after.next_try_at.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
  })
})
