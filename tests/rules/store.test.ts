import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { theSite } from '#tests/support/site.ts'

test('a unique violation is passed to the caller with code and constraint', async () => {
  const { store } = await theSite()
  const slug = `twice-${uuidv7()}`
  const insert = () => store.db.insertInto('industry').values({ id: uuidv7(), slug, name: uuidv7() }).execute()
  await insert()
  await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'industry_slug_key' })
})

test('a failed transaction stores nothing, and the connection stays usable', async () => {
  const { store } = await theSite()
  const id = uuidv7()
  const failed = store.db.transaction().execute(async (tx) => {
    await tx.insertInto('industry').values({ id, slug: id, name: id }).execute()
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await store.db.selectFrom('industry').select('id').where('id', '=', id).execute()).toEqual([])
})

test('names that differ only in case and accents are the same', async () => {
  const { store } = await theSite()
  const name = `Säle ${uuidv7()}`
  await store.db.insertInto('cause').values({ id: uuidv7(), slug: uuidv7(), name }).execute()
  const again = store.db
    .insertInto('cause')
    .values({ id: uuidv7(), slug: uuidv7(), name: name.toUpperCase().replace('Ä', 'A') })
    .execute()
  await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'cause_name_key' })
})
