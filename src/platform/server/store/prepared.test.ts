import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { theSite } from '#tests/support/site.ts'
import { prepared } from './prepared.ts'

const sum = (one: number, other: number) => sql<{ sum: number }>`select ${one}::int + ${other}::int as sum`

test('a statement is prepared once per connection, however often and with whatever values it runs', async () => {
  const { db } = (await theSite()).store
  await db.transaction().execute(async (tx) => {
    const answers = [await prepared(tx, sum(1, 2)), await prepared(tx, sum(3, 4)), await prepared(tx, sum(-5, 5))]
    expect(answers.flat().map((row) => row.sum)).toEqual([3, 7, 0])
    const known = await sql`select name from pg_prepared_statements where statement like 'select $1::int + $2::int as sum'`.execute(tx)
    expect(known.rows).toHaveLength(1)
  })
})

test('statements with different texts do not replace each other', async () => {
  const { db } = (await theSite()).store
  await db.transaction().execute(async (tx) => {
    const product = sql<{ product: number }>`select ${6}::int * ${7}::int as product`
    expect([await prepared(tx, sum(6, 7)), await prepared(tx, product), await prepared(tx, sum(6, 7))]).toEqual([
      [{ sum: 13 }],
      [{ product: 42 }],
      [{ sum: 13 }],
    ])
  })
})

test('a failing statement leaves its connection usable', async () => {
  const { db } = (await theSite()).store
  await expect(prepared(db, sql`select 1 / ${0}::int as quotient`)).rejects.toThrow('division by zero')
  expect(await prepared(db, sum(20, 2))).toEqual([{ sum: 22 }])
})

test('statements are never compiled just in time, whatever the server is set to', async () => {
  const { db } = (await theSite()).store
  const { rows } = await sql<{ setting: string; source: string }>`select setting, source from pg_settings where name = 'jit'`.execute(db)
  expect(rows).toEqual([{ setting: 'off', source: 'client' }])
})
