import { sql } from 'kysely'
import { EmbeddedDatabaseError } from './embedded/error.ts'
import type { Store } from './open-store.ts'

/**
 * Checks that search finds words outside ASCII, which depends on the LC_CTYPE of the database: without UTF-8 there,
 * pg_trgm ignores such letters and reports no error. Throws for the embedded database, and warns for another server's,
 * which its operator has to recreate.
 */
export async function checkSearchLocale({ store, warn }: { store: Store; warn: (line: string) => void }): Promise<void> {
  const { rows } = await sql<{ parts: string[] }>`select show_trgm('Бойкот') as parts`.execute(store.db)
  if (rows[0]?.parts.length) return
  const line = 'search finds only words in ASCII letters, because the LC_CTYPE of the database is not UTF-8'
  if (store.isEmbedded) throw new EmbeddedDatabaseError(`${line}. Does this system have the locale C.UTF-8?`)
  warn(`${line}: create a database with LC_CTYPE C.UTF-8 (createdb --template template0 --lc-ctype C.UTF-8), and move the data with backup and restore`)
}
