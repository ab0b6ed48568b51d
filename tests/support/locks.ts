import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Store } from '#platform/server/store/open-store.ts'
import { theSite, until } from './site.ts'

/** Number of the database's connections that wait for a lock. Must be called outside a transaction: inside one, the result never changes. */
async function waiting({ db }: Store): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.n ?? 0
}

/**
 * Starts an action. Resolves when it is done, or when `waits` connections wait for a lock. The action's promise is inside an object,
 * because an async function would await a promise that it returns.
 */
export async function begun<Done>(store: Store, { act, waits = 1 }: { act: () => Promise<Done>; waits?: number }): Promise<{ end: Promise<Done> }> {
  let isDone = false
  const end = act().finally(() => {
    isDone = true
  })
  // The caller awaits `end` later; until then a failure must not be an unhandled rejection.
  end.catch(() => {})
  await until(async () => isDone || (await waiting(store)) >= waits)
  return { end }
}

/** Resolves when this many statements wait for this transaction, directly or indirectly. Statements that wait for another one are not counted. */
export async function waitingFor(tx: Db, count: number): Promise<void> {
  const { store } = await theSite()
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  await until(async () => {
    const blocked = await sql<{ n: number }>`
      with recursive blocked as (
        select ${rows[0]?.pid ?? 0}::int as pid
        union
        select a.pid from pg_stat_activity a join blocked b on b.pid = any(pg_blocking_pids(a.pid)) where a.datname = current_database())
      select count(*)::int - 1 as n from blocked`.execute(store.db)
    return (blocked.rows[0]?.n ?? 0) >= count
  })
}

const deadlines = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']

/**
 * Removes this store's time limits until the returned function is called: between two steps of a test, a loaded machine may need more time
 * than the product allows a wait for a lock or a connection to take.
 */
export function withoutDeadlines({ pool, unhurried }: Store): () => void {
  const { connectionTimeoutMillis } = pool.options
  const lifted = new Set<pg.PoolClient>()
  let isOver = false
  let end = () => {}
  // Sends this as the connection's first statement, before those of the code that acquires it.
  pool.on('acquire', function before(client) {
    if (isOver === lifted.has(client)) void client.query(deadlines.map((name) => (isOver ? `reset ${name}` : `set ${name} = 0`)).join(';')).catch(() => {})
    if (isOver) lifted.delete(client)
    else lifted.add(client)
    if (isOver && lifted.size === 0) pool.off('acquire', before)
  })
  pool.options.connectionTimeoutMillis = 0
  void unhurried(
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  return () => {
    isOver = true
    pool.options.connectionTimeoutMillis = connectionTimeoutMillis
    end()
  }
}
