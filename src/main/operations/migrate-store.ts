import { migrate } from '#platform/server/store/migrate.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Report } from './refused.ts'

/** Applies the missing migrations and returns their names. Concurrent calls wait for each other. */
export async function migrateStore(store: Store): Promise<Report> {
  const applied = await migrate(store)
  return { ok: true, lines: applied.length ? applied.map((name) => `Applied ${name}`) : ['The database already has the newest schema'] }
}
