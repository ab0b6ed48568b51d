import { resolve } from 'node:path'
import type { Config } from '#platform/server/config.ts'
import { openStorage } from '#platform/server/open-storage.ts'
import { iconAddress } from '../logos/icons.ts'
import { askServer, fetchBackup, sendTargets } from './admin-client.ts'
import { backupInto } from './backup-file.ts'
import { clearDemoNow, loadDemoNow } from './demo.ts'
import { Grant, grantRole } from './grant.ts'
import { importFile, intoStore } from './import-targets.ts'
import { migrateStore } from './migrate-store.ts'
import { reachStore } from './reach.ts'
import { ReadContact, readContact } from './read-contact.ts'
import { recount } from './recount.ts'
import type { Told } from './refused.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write-backup.ts'

export const usage = `npm run cli -- COMMAND, with the settings of the server (DATA_DIR, DATABASE_URL)

  migrate                   brings the store to the newest schema
  backup FILE               everything but sessions, in one file
  restore FILE              fills an empty store from a backup
  recount --check           compares every stored count with what it counts
  recount                   mends the counts that differ
  grant EMAIL ROLE          makes someone moderator or admin, or member again
  targets:import FILE.csv   adds and changes targets: name, website, industry, description, logo
  contact [COUNT]           shows the latest messages from /contact, 20 of them or so many
  vapid                     makes a pair of keys for notifications in browsers
  demo load                 puts invented people and campaigns into a store without people
  demo clear                takes them out again`

/** Where a command works: the server's settings, the folder that file names are meant in, and who hears what it says on the way. */
type Place = { config: Config; folder: string; say: (line: string) => void }
type Command = (place: Place, words: string[]) => Promise<Told>

const commands: Record<string, Command> = {
  migrate: migrateNow,
  backup,
  restore,
  recount: recountNow,
  grant,
  'targets:import': targetsImport,
  contact,
  vapid,
  demo,
}

/** Does what the words say. Throws `WrongWords`, or `Refused` with the reason when it cannot be done. */
export function perform(place: Place, [name = '', ...words]: string[]): Promise<Told> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new WrongWords()
  return command(place, words)
}

/** Words that are no command. */
export class WrongWords extends Error {}

function expectWords(words: string[], count: number): string[] {
  if (words.length !== count || words.some((word) => word === '')) throw new WrongWords()
  return words
}

async function migrateNow({ config }: Place, words: string[]): Promise<Told> {
  expectWords(words, 0)
  return reachStore(config, { needs: 'nothing', direct: migrateStore, beside: 'It brought the store to its newest schema when it started; stop it first.' })
}

async function backup({ config, folder }: Place, words: string[]): Promise<Told> {
  const [name = ''] = expectWords(words, 1)
  const file = resolve(folder, name)
  return reachStore(config, {
    needs: 'a store',
    direct: async (store) => {
      const storage = await openStorage(config)
      return backupInto(file, (sink) => writeBackup({ store, storage, sink }))
    },
    beside: () => backupInto(file, (sink) => fetchBackup(config.dataDir, sink)),
  })
}

async function restore({ config, folder }: Place, words: string[]): Promise<Told> {
  const [name = ''] = expectWords(words, 1)
  const file = resolve(folder, name)
  return reachStore(config, {
    needs: 'nothing',
    direct: async (store) => restoreBackup(store, { storage: await openStorage(config), file }),
    beside: 'A backup goes into an empty store: name a folder that is not there yet with DATA_DIR.',
  })
}

async function recountNow({ config }: Place, words: string[]): Promise<Told> {
  const check = words[0] === '--check'
  expectWords(words, check ? 1 : 0)
  return reachStore(config, {
    needs: 'the newest schema',
    direct: (store) => recount(store, { check }),
    beside: () => askServer(config.dataDir, 'recount', { check }),
  })
}

async function grant({ config }: Place, words: string[]): Promise<Told> {
  const [email, role] = expectWords(words, 2)
  const asked = Grant.safeParse({ email, role }).data
  if (!asked) throw new WrongWords()
  return reachStore(config, {
    needs: 'the newest schema',
    direct: (store) => grantRole(store, asked),
    beside: () => askServer(config.dataDir, 'grant', asked),
  })
}

async function targetsImport({ config, folder, say }: Place, words: string[]): Promise<Told> {
  const [name = ''] = expectWords(words, 1)
  const file = resolve(folder, name)
  return reachStore(config, {
    needs: 'the newest schema',
    direct: async ({ db }) => importFile({ file, say, take: intoStore({ db, storage: await openStorage(config), iconAddress }) }),
    beside: () => importFile({ file, say, take: (lines) => sendTargets(config.dataDir, lines) }),
  })
}

async function contact({ config }: Place, words: string[]): Promise<Told> {
  const asked = ReadContact.safeParse({ latest: Number(words[0] ?? 20) }).data
  if (!asked || words.length > 1) throw new WrongWords()
  return reachStore(config, {
    needs: 'the newest schema',
    direct: (store) => readContact(store, asked),
    beside: () => askServer(config.dataDir, 'contact', asked),
  })
}

/** As two lines for the environment. */
async function vapid(_place: Place, words: string[]): Promise<Told> {
  expectWords(words, 0)
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return { ok: true, lines: [`VAPID_PUBLIC_KEY=${publicKey}`, `VAPID_PRIVATE_KEY=${privateKey}`] }
}

async function demo({ config }: Place, words: string[]): Promise<Told> {
  const [what] = expectWords(words, 1)
  if (what !== 'load' && what !== 'clear') throw new WrongWords()
  return reachStore(config, {
    needs: what === 'load' ? 'nothing' : 'the newest schema',
    direct: async (store) => {
      if (what === 'clear') return clearDemoNow(store, config)
      await migrateStore(store)
      return loadDemoNow(store, config)
    },
    beside: 'Stop it first: its pages and counts would not follow.',
  })
}
