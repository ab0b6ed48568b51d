import { sql, type Transaction } from 'kysely'
import type { Store } from './open-store.ts'
import type { DB } from './schema.gen.ts'

/** Isolation of a command: a snapshot of the whole database, or the newest rows, which the command locks itself. */
type View = 'one moment, read only' | 'newest rows'

/** Runs one transaction without the timeouts of requests, for operators' commands on the whole database. */
export function longTransaction<Made>(store: Store, view: View, work: (tx: Transaction<DB>) => Promise<Made>): Promise<Made> {
  const plain = store.db.transaction()
  const transaction = view === 'newest rows' ? plain : plain.setIsolationLevel('repeatable read').setAccessMode('read only')
  return store.unhurried(() =>
    transaction.execute(async (tx) => {
      await sql.raw('set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0').execute(tx)
      return work(tx)
    }),
  )
}
