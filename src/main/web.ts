import { join } from 'node:path'
import { ConfigError, idleSettings, readConfig } from '#platform/server/config.ts'
import { projectRoot } from '#platform/server/root.ts'
import { StoreInUse } from '#platform/server/store/lock.ts'
import { NewerSchema } from '#platform/server/store/migrate.ts'
import { renderPage } from '../server.ts'
import { printBanner } from './banner.ts'
import { serve } from './serve.ts'

const say = (line: string) => console.log(`  ${line}`)

try {
  const config = readConfig(process.env)
  for (const name of idleSettings(process.env)) say(`${name} is set, but this version does not use it yet`)
  const running = await serve({ config, renderPage, assets: join(projectRoot, 'dist/client'), say })
  printBanner({ config, running })
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      running.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
} catch (error) {
  console.error(`\nHoldout cannot start: ${adviceFor(error)}`)
  process.exit(1)
}

/** One clear line and a way out for each thing that can be wrong with a machine. */
function adviceFor(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof StoreInUse) return `another process (${error.message}) has this store open. Stop it, or choose another folder with DATA_DIR.`
  if (error instanceof NewerSchema) return `the store was made by a newer version (${error.message}). Start that version, or restore a backup.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') return `port ${process.env.PORT ?? 3000} is in use. Stop what holds it, or choose another with PORT=3001 npm start.`
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return `no right to write to ${process.env.DATA_DIR ?? './data'}. Choose a folder you own with DATA_DIR.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return 'PostgreSQL at DATABASE_URL does not answer. Start it, or leave DATABASE_URL out to use the embedded store.'
  if (code === '28P01' || code === '28000' || code === '3D000')
    return `PostgreSQL refused (${error instanceof Error ? error.message : code}). Check DATABASE_URL.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
