import { join } from 'node:path'
import { idleSettings, readConfig } from '#platform/server/config.ts'
import { projectRoot } from '#platform/server/root.ts'
import { renderPage } from '../server.ts'
import { adviceFor } from './advice.ts'
import { printBanner } from './banner.ts'
import { endOnSignal } from './end-on-signal.ts'
import { serve } from './serve.ts'

const print = (line: string) => console.log(`  ${line}`)

// Files and folders that this process creates are for its user only.
process.umask(0o077)

try {
  const config = readConfig(process.env)
  for (const line of idleSettings(process.env)) print(line)
  const running = await serve({ config, renderPage, assets: join(projectRoot, 'dist/client'), print, isAdditional: process.argv.includes('--additional') })
  printBanner({ config, running })
  endOnSignal(running.stop)
} catch (error) {
  console.error(`\nHoldout cannot start: ${adviceFor(error)}`)
  process.exit(1)
}
