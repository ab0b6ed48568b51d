import { idleSettings, readConfig } from '#platform/server/config.ts'
import { adviceFor } from './advice.ts'
import { endOnSignal } from './end-on-signal.ts'
import { work } from './work.ts'

const say = (line: string) => console.log(`  ${line}`)

// Files and folders that this process makes are for its user alone.
process.umask(0o077)

try {
  const config = readConfig({ ...process.env, JOBS: 'on' })
  for (const line of idleSettings(process.env)) say(line)
  const { stop } = await work({ config, say })
  say('The worker is ready: it does the background jobs once no other process does them')
  endOnSignal(stop)
} catch (error) {
  console.error(`\nThe worker cannot start: ${adviceFor(error)}`)
  process.exit(1)
}
