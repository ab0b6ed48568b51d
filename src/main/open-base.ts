import { mkdirSync } from 'node:fs'
import { checkAuthSecret } from '#platform/server/auth-secret.ts'
import type { Config } from '#platform/server/config.ts'
import { type LiveHub, openLiveHub } from '#platform/server/live/hub.ts'
import { openDriver } from '#platform/server/live/open-driver.ts'
import { openLog } from '#platform/server/log.ts'
import { openStorage } from '#platform/server/open-storage.ts'
import { checkSearchLocale } from '#platform/server/store/check-locale.ts'
import { migrate } from '#platform/server/store/migrate.ts'
import { openStore } from '#platform/server/store/open-store.ts'

type Close = () => Promise<unknown> | unknown
export type Closing = { add: (close: Close) => void; all: () => Promise<void> }

/** Collects what has to be closed; `all` closes the latest first. */
export function openClosing(): Closing {
  const closes: Close[] = []
  return {
    add: (close) => void closes.push(close),
    async all() {
      for (const close of closes.reverse().splice(0)) await close()
    },
  }
}

type Options = { config: Config; print: (line: string) => void; closing: Closing; isMainServer?: boolean }

/** Opens what every process of a site needs: log, picture store, and the database with its migrations applied. */
export async function openBase({ config, print, closing, isMainServer }: Options) {
  const log = openLog(config.logLevel)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const storage = await openStorage(config)
  print(config.databaseUrl ? 'Connecting to PostgreSQL' : 'Starting the database')
  let storeErrors = 0
  const store = await openStore({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    ...(isMainServer === undefined ? {} : { isMainServer }),
    onError(error) {
      storeErrors++
      log.warn({ err: error }, 'database connection error')
    },
    onSlowStatement: (line) => log.warn({ statement: line }, 'slow statement'),
  })
  closing.add(() => store.close())
  const applied = await migrate(store)
  if (applied.length) print(`Applied ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'}`)
  await checkSearchLocale({ store, warn: (line) => log.warn(line) })
  const secretProblems = await checkAuthSecret(store, config)
  return { config, log, storage, store, storeErrors: () => storeErrors, secretProblems }
}
export type Base = Awaited<ReturnType<typeof openBase>>

export async function openLive({ config, store, log }: Base, closing: Closing): Promise<LiveHub> {
  const live = await openLiveHub(await openDriver({ config, connection: store.connection, log }))
  closing.add(() => live.close())
  return live
}
