import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { loadLogos } from '../logos/load-logos.ts'
import { loadDemo } from './load-demo.ts'
import { isLoaded } from './load-once.ts'
import { loadReference } from './reference.ts'

type Options = {
  store: Store
  config: Pick<Config, 'demo' | 'isPublic' | 'dataDir'>
  print: (line: string) => void
  hashPassword: (plain: string) => Promise<string>
}

/**
 * Gives a new database its initial data: reference data always, the demo unless it is off (as on a public site) or people exist. `isDemo` is true if
 * the database contains the demo; the password of its accounts is known only where it was loaded.
 */
export async function prepareData({ store, config, print, hashPassword }: Options): Promise<{ isDemo: boolean; demoPassword: string | null }> {
  if (await loadReference(store.db)) print('Loaded industries, causes and targets')
  await loadLogos(store.db)
  const hadDemo = (await isLoaded(store.db, 'demo')) || (await isLoaded(store.db, 'demo-cleared'))
  const isNew = !hadDemo && !(await hasPeople(store))
  if (config.demo && isNew) {
    const password = keptPassword(config.dataDir)
    if (await loadDemo(store.db, { now: new Date(), passwordHash: await hashPassword(password) })) print('Loaded the demo: invented people and campaigns')
  }
  const isDemo = await isLoaded(store.db, 'demo')
  if (isDemo && config.isPublic) print('This database contains the demo, whose people are invented. Use a separate database for a public site.')
  return { isDemo, demoPassword: isDemo && !config.isPublic ? storedPassword(config.dataDir) : null }
}

const hasPeople = async ({ db }: Store) => (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) !== undefined

const fileOf = (dataDir: string) => join(dataDir, 'demo-password')

function storedPassword(dataDir: string): string | null {
  try {
    return readFileSync(fileOf(dataDir), 'utf8').trim() || null
  } catch {
    return null
  }
}

/** Created once and stored beside the data, readable by its owner only; the database has only its hash. */
function keptPassword(dataDir: string): string {
  const stored = storedPassword(dataDir)
  if (stored) return stored
  // 74 bits in letters and digits that cannot be mistaken for one another.
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const password = [0, 1, 2].map(() => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')).join('-')
  writeFileSync(fileOf(dataDir), `${password}\n`, { mode: 0o600 })
  return password
}
