import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { anEmail } from '#tests/support/accounts.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aPerson, theSite, until } from '#tests/support/site.ts'
import { neverLeader } from '../leader.ts'
import { openLog } from '../log.ts'
import type { Delivered } from './deliver.ts'
import { openMailDesk } from './mail-desk.ts'

// A process was held up for longer than its mails were its own. There is another only on PostgreSQL.

const letter = { subject: 'News', preheader: 'News', paragraphs: ['There is news.'] }

type Moment = 'written' | 'sent'

/** Sends one mail, which another process takes at this moment, and gives how often it was sent and what became of it. */
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
  const desk = openMailDesk({
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
  desk.nudge()
  // A stop waits three seconds, and a loaded machine may stand still for longer.
  await until(() => store.db.selectFrom('mail').select('id').where('id', '=', id).where('last_error', '=', 'taken').executeTakeFirst())
  await desk.stop()
  const after = await store.db.selectFrom('mail').select(['tries', 'last_error', 'next_try_at']).where('id', '=', id).executeTakeFirstOrThrow()
  return { sent, after }
}

describe('where two processes send', () => {
  // The site leaves the queue alone.
  ownSite({ JOBS: 'off' })

  test('a mail that another process has taken meanwhile is sent by that one alone', async () => {
    expect(await sending({ takenWhen: 'written' })).toMatchObject({ sent: 0, after: { tries: 2, last_error: 'taken' } })
  })

  test('a mail that could not be sent and is another’s by then stays that one’s', async () => {
    const { sent, after } = await sending({ takenWhen: 'sent' })
    expect([sent, after]).toMatchObject([1, { tries: 2, last_error: 'taken' }])
    expect(after.next_try_at.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
  })
})
