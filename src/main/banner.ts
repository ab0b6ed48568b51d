import type { Config } from '#platform/server/config.ts'
import type { Running } from './serve.ts'

/** Says where the site is and what it runs on. */
export function printBanner({ config, running }: { config: Config; running: Running }): void {
  const lines = ['', `  Holdout is at ${running.origin}`, `  Store: ${running.store.kind === 'embedded' ? `embedded, in ${config.dataDir}` : 'PostgreSQL'}`, '']
  console.log(lines.join('\n'))
}
