import { migrate } from '#platform/server/store/migrate.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import type { Told } from './refused.ts'

/** Applies what is missing, and says what it was. Of two at once one waits for the other. */
export async function migrateStore(store: Store): Promise<Told> {
  const applied = await migrate(store)
  return { ok: true, lines: applied.length ? applied.map((name) => `Applied ${name}`) : ['The store already has the newest schema'] }
}
