import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { makeEmptyDatabase } from '#tests/support/databases.ts'
import { readSchemaText } from '../../scripts/schema-text.ts'

async function inDatabase(work: (client: pg.Client) => Promise<void>) {
  const database = await makeEmptyDatabase()
  const client = new pg.Client(database.url)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end()
    await database.drop()
  }
}

test('a database made from db/schema.sql has the schema that db/schema.sql shows', async () => {
  const file = readFileSync('db/schema.sql', 'utf8')
  await inDatabase(async (client) => {
    await client.query(file)
    expect(await readSchemaText(client)).toBe(file)
  })
})

test('a schema with something that db/schema.sql cannot show is refused', async () => {
  await inDatabase(async (client) => {
    await client.query('create table shown (id bigserial primary key, name text not null)')
    expect(await readSchemaText(client)).toContain('CREATE TABLE shown (\n    id bigserial,\n    name text NOT NULL,\n')
    for (const [change, reason] of [
      ["create type mood as enum ('calm', 'cross')", 'type public.mood'],
      ['create materialized view counted as select count(*) from shown', 'materialized view public.counted'],
      ['create schema hidden', 'schema hidden'],
      ['create sequence spare', 'sequence without a column spare'],
      ['alter table shown enable row level security', 'row security of shown'],
      ['alter table shown alter column name set storage external', 'settings of column shown.name'],
      ['create rule ignored as on delete to shown do instead nothing', 'rule ignored'],
    ] as const) {
      await client.query('begin')
      await client.query(change)
      await expect(readSchemaText(client)).rejects.toThrow(reason)
      await client.query('rollback')
    }
  })
})
