import type { Hono } from 'hono'
import { sql } from 'kysely'
import { softwareVersion } from '#platform/server/software.ts'
import type { Env, Parts } from './parts.ts'

const patienceMs = 1_500

/**
 * /healthz: this process is alive. /readyz: its database answers too, so it may receive requests. `version` is the program's. `warnings` has codes
 * alone: anybody may read this, and the address could be that of a visitor. Log and operators' page have the address and the line to set.
 */
export function addHealth(app: Hono<Env>, parts: Pick<Parts, 'store' | 'proxies'>): void {
  app.get('/healthz', (c) => c.json({ status: 'alive' }, 200, { 'cache-control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const answers = await storeAnswers(parts.store)
    const warnings = parts.proxies.current() ? [{ code: 'UNTRUSTED_PROXY' }] : []
    const state = { status: answers ? 'ready' : 'not ready', store: answers ? 'up' : 'down', version: softwareVersion, warnings }
    return c.json(state, answers ? 200 : 503, { 'cache-control': 'no-store' })
  })
}

async function storeAnswers(store: Parts['store']): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    // An answer that arrived while the event loop was blocked is read first.
    timer = setTimeout(() => setImmediate(() => resolve(false)), patienceMs)
  })
  const asked = sql`select 1`.execute(store.db).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
