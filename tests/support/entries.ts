import { v7 as uuidv7 } from 'uuid'
import { theSite } from './site.ts'

export type EntryTable = 'target' | 'industry' | 'cause'
export type TestEntry = { id: string; slug: string; name: string }

/** Inserts a verified target, industry or cause. */
export async function anEntry(table: EntryTable, more: { industry_id?: string } = {}): Promise<TestEntry> {
  const id = uuidv7()
  const entry = { id, slug: id, name: `Entry ${id}` }
  await (await theSite()).store.db
    .insertInto(table)
    .values({ ...entry, ...more })
    .execute()
  return entry
}
