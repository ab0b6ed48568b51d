import { mkdirSync } from 'node:fs'
import { checkAuthSecret } from '#platform/server/auth-secret.ts'
import type { Config } from '#platform/server/config.ts'
import { openLiveHub } from '#platform/server/live/hub.ts'
import { openDriver } from '#platform/server/live/open-driver.ts'
import { openLog } from '#platform/server/log.ts'
import { openStorage } from '#platform/server/open-storage.ts'
import { checkSearchLocale } from '#platform/server/store/check-locale.ts'
import { migrate } from '#platform/server/store/migrate.ts'
import { openStore } from '#platform/server/store/open-store.ts'
import { startBackground } from './background.ts'

/**
 * What runs beside the requests, without any: it listens on no port, and stands in line for the lead with every process
 * that has its jobs on. Throws what `serve` throws; whatever was opened until then is closed again.
 */
export async function work({ config, say }: { config: Config; say: (line: string) => void }): Promise<{ stop: () => Promise<void> }> {
  const log = openLog(config.logLevel)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const undo: (() => Promise<unknown>)[] = []
  async function stop() {
    for (const close of undo.reverse().splice(0)) await close()
  }
  try {
    const storage = await openStorage(config)
    say(config.databaseUrl ? 'Connecting to PostgreSQL' : 'Starting the database')
    const store = await openStore({ url: config.databaseUrl, dataDir: config.dataDir, onError: (error) => log.warn({ err: error }, 'database connection') })
    undo.push(() => store.close())
    const applied = await migrate(store)
    if (applied.length) say(`Applied ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}`)
    await checkSearchLocale({ store, warn: (line) => log.warn(line) })
    const secretAdvice = await checkAuthSecret(store, config.authSecret)
    if (secretAdvice) log.warn({ code: 'WEAK_SECRET' }, secretAdvice)
    const live = await openLiveHub(await openDriver({ config, connection: store.connection, log }))
    undo.push(() => live.close())
    const background = startBackground({ config, store, storage, live, log, site: () => config.baseUrl ?? `http://localhost:${config.port}` })
    undo.push(() => background.stop())
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}
