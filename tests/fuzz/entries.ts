import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/server/store/open-store.ts'

/** Inserts targets, industries and causes that no moderator has verified. */
export async function addEntries(db: Db): Promise<string[]> {
  const ids: string[] = []
  for (const table of ['target', 'industry', 'cause'] as const) {
    const rows = Array.from({ length: 40 }, () => uuidv7()).map((id) => ({ id, slug: id, name: `Entry ${id}`, is_verified: false }))
    await db.insertInto(table).values(rows).execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Inserts merged targets. Returns the ids of the merges. */
export async function addMerges(db: Db): Promise<string[]> {
  const rows = Array.from({ length: 60 }, () => ({ id: uuidv7(), kind: 'target', from_id: uuidv7(), into_id: uuidv7() }))
  for (const { from_id, into_id } of rows) {
    await db
      .insertInto('target')
      .values({ id: into_id, slug: into_id, name: `Entry ${into_id}` })
      .execute()
    await db
      .insertInto('target')
      .values({ id: from_id, slug: from_id, name: `Entry ${from_id}`, merged_into: into_id })
      .execute()
  }
  await db.insertInto('entry_merge').values(rows).execute()
  return rows.map(({ id }) => id)
}
