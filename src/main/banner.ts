import type { Config } from '#platform/server/config.ts'
import { outboxFolder } from '#platform/server/mail/deliver.ts'
import type { Running } from './serve.ts'

/** Prints the address of the site, its database, picture and mail settings, warnings, and the accounts of the demo. */
export function printBanner({ config, running }: { config: Config; running: Running }): void {
  const { origin, store, demoPassword, warnings } = running
  const lines = [
    '',
    `  Holdout is at ${origin}`,
    `  Database: ${store.isEmbedded ? `embedded PostgreSQL, in ${config.dataDir}` : 'PostgreSQL at DATABASE_URL'}`,
    ...(config.s3 ? [`  Pictures: in the bucket ${config.s3.bucket} at ${config.s3.endpoint}`] : []),
    config.mail
      ? `  Mail: through ${new URL(config.mail.url).host}, from ${config.mail.from}`
      : `  Mail: no server is configured, so ${config.countsWithoutMail ? 'accounts count without confirmation' : 'no account is counted'} and emails are written to ${outboxFolder(config.dataDir)}`,
    ...warnings.map((line) => `  Warning: ${line}`),
  ]
  if (demoPassword) {
    lines.push('  Demo accounts: ada@demo.test (creator), bao@demo.test (supporter), carmen@demo.test (moderator)', `  Their password: ${demoPassword}`)
  }
  console.log([...lines, ''].join('\n'))
}
