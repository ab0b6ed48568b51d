import { ConfigError, idleSettings, readConfig } from '#platform/server/config.ts'
import { adviceFor } from './advice.ts'
import { endOnSignal } from './end-on-signal.ts'
import { work } from './work.ts'

const say = (line: string) => console.log(`  ${line}`)

try {
  const config = readConfig({ ...process.env, JOBS: 'on' })
  if (!config.databaseUrl)
    throw new ConfigError('a worker needs PostgreSQL at DATABASE_URL. The embedded store belongs to the one process that serves, which does the jobs itself.')
  for (const line of idleSettings(process.env)) say(line)
  const { stop } = await work({ config, say })
  say('The worker is ready: it does the background jobs once no other process does them')
  endOnSignal(stop)
} catch (error) {
  console.error(`\nThe worker cannot start: ${adviceFor(error)}`)
  process.exit(1)
}
