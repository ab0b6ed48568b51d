import type { Hono } from 'hono'
import { sql } from 'kysely'
import type { Env, Parts } from './parts.ts'

const patienceMs = 1_500

/** /healthz: this process is alive. /readyz: its database answers too, so it may be sent requests; `warnings` names a proxy that TRUSTED_PROXIES lacks. */
export function addHealth(app: Hono<Env>, parts: Pick<Parts, 'store' | 'proxies'>): void {
  app.get('/healthz', (c) => c.json({ status: 'alive' }, 200, { 'cache-control': 'no-store' }))
  app.get('/readyz', async (c) => {
    const answers = await storeAnswers(parts.store)
    const proxy = parts.proxies.current()
    const warnings = proxy ? [{ code: 'UNTRUSTED_PROXY', ...proxy }] : []
    return c.json({ status: answers ? 'ready' : 'not ready', store: answers ? 'up' : 'down', warnings }, answers ? 200 : 503, { 'cache-control': 'no-store' })
  })
}

async function storeAnswers(store: Parts['store']): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    // An answer that came while this process stood still is read first.
    timer = setTimeout(() => setImmediate(() => resolve(false)), patienceMs)
  })
  const asked = sql`select 1`.execute(store.db).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
