import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { plantNotification } from '#tests/support/notifications.ts'
import { aReader } from '#tests/support/readers.ts'
import { aCampaign, aPerson, call, type Person, theSite, until } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'

const server = await aSiteWithMail()

type Item = { id: string; canRetry: boolean }
const failedOf = async (who: Person): Promise<Item[]> => (await call(who, 'GET', '/jobs/failed?limit=100')).body.items

/** Inserts an expired email and waits until the mail job gives up on it. */
async function givenUp(values: { personId?: string; eventId?: string; kind: string; address: string }): Promise<string> {
  const { db } = (await theSite()).store
  const id = uuidv7()
  const { personId: person_id, eventId: event_id, ...rest } = values
  const letter = person_id ? null : JSON.stringify({ subject: 'secret' })
  const over = sql<Date>`now() - interval '1 minute'`
  const next_try_at = sql<Date>`now() + interval '1 day'`
  await db
    .insertInto('mail')
    .values({ id, letter, person_id, event_id, tries: 9, expires_at: over, next_try_at, ...rest })
    .execute()
  await until(async () => (await db.selectFrom('mail').select('failed_at').where('id', '=', id).executeTakeFirst())?.failed_at)
  return id
}

test('an operator’s retry sends a failed notification email with its original Message-ID', async () => {
  const [admin, reader, creator] = [await aPerson({ role: 'admin' }), await aReader(), await aPerson()]
  const { id: campaign_id } = await aCampaign(creator, { title: 'No parcels from Globex' })
  const eventId = await plantNotification((await theSite()).store.db, { personId: reader.id, type: 'campaign_victory', campaign_id })
  const id = await givenUp({ personId: reader.id, eventId, kind: 'campaign_victory', address: reader.email })
  expect((await failedOf(admin)).find((item) => item.id === id)).toMatchObject({ canRetry: true })
  expect((await call(admin, 'POST', `/jobs/mail/${id}/retry`)).status).toBe(200)
  const mail = await server.next(reader.email)
  expect(mail).toMatchObject({ subject: 'Victory: No parcels from Globex', messageId: `<${id}@holdout.test>` })
})

test('a failed account email can only be dropped, because its text was deleted', async () => {
  const admin = await aPerson({ role: 'admin' })
  const id = await givenUp({ kind: 'confirm', address: 'nobody@people.test' })
  expect((await failedOf(admin)).find((item) => item.id === id)).toMatchObject({ canRetry: false })
  expect((await call(admin, 'POST', `/jobs/mail/${id}/retry`)).body.code).toBe('NOT_FOUND')
  expect((await failedOf(admin)).map((item) => item.id)).toContain(id)
  expect((await call(admin, 'DELETE', `/jobs/mail/${id}`)).status).toBe(200)
})
