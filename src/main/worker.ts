import { idleSettings, readConfig } from '#platform/server/config.ts'
import { adviceFor } from './advice.ts'
import { endOnSignal } from './end-on-signal.ts'
import { work } from './work.ts'

const print = (line: string) => console.log(`  ${line}`)

// Files and folders that this process creates are for its user only.
process.umask(0o077)

try {
  const config = readConfig({ ...process.env, JOBS: 'on' })
  for (const line of idleSettings(process.env)) print(line)
  const { stop } = await work({ config, print })
  print('The worker is ready: it runs the background jobs whenever no other process is running them')
  endOnSignal(stop)
} catch (error) {
  console.error(`\nThe worker cannot start: ${adviceFor(error)}`)
  process.exit(1)
}
