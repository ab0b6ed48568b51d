import { join } from 'node:path'
import { idleSettings, readConfig } from '#platform/server/config.ts'
import { projectRoot } from '#platform/server/root.ts'
import { renderPage } from '../server.ts'
import { adviceFor } from './advice.ts'
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
