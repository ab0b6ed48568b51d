import { resolve } from 'node:path'
import { openAddressKey } from '#features/pledges/server/public.ts'
import type { Config } from '#platform/server/config.ts'
import { openStorage } from '#platform/server/open-storage.ts'
import { migrate } from '#platform/server/store/migrate.ts'
import type { Store } from '#platform/server/store/open-store.ts'
import { iconPath } from '../logos/icons.ts'
import { backupInto } from './backup-file.ts'
import { clearDemoNow, loadDemoNow } from './demo.ts'
import { Grant, grantRole } from './grant.ts'
import { importFile } from './import-targets.ts'
import { withStore } from './reach.ts'
import { ReadContact, readContact } from './read-contact.ts'
import { recount } from './recount.ts'
import type { Report } from './refused.ts'
import { restoreBackup } from './restore.ts'
import { commandNames, listSwitches, turnIn, turnSwitch } from './switch.ts'
import { writeBackup } from './write-backup.ts'

export const usage = `npm run cli -- COMMAND, with the settings of the server (DATA_DIR, DATABASE_URL); every command can be used while a server is running

  migrate                   applies the migrations that the database does not have
  backup FILE               everything but sessions, in one file
  restore FILE              fills an empty database from a backup
  recount --check           compares every stored count with what it counts
  recount                   repairs the counts that differ
  grant EMAIL ROLE          makes someone moderator or admin, or member again
  switches                  shows which switches are on
  switch NAME on REASON     ${commandNames.slice(0, 5).join(', ')},
                            ${commandNames.slice(5).join(', ')}; joining-paused with a campaign's slug after the reason, banner with its text
  switch NAME off REASON    turns it off again; joining-paused with the slug
  targets:import FILE.csv   adds and changes targets: name, website, industry, description, logo
  contact [COUNT]           shows the latest messages from /contact, 20 or COUNT of them
  vapid                     generates a key pair for browser notifications
  demo load                 loads invented people and campaigns into a database without accounts
  demo clear                removes them again`

/** Context of a command: the server's settings, the folder that file names are relative to, and the output for progress. */
type CommandContext = { config: Config; folder: string; print: (line: string) => void }
type Command = (place: CommandContext, words: string[]) => Promise<Report>

const commands: Record<string, Command> = {
  migrate: migrateNow,
  backup,
  restore,
  recount: recountNow,
  grant,
  switches: switchesNow,
  switch: switchNow,
  'targets:import': targetsImport,
  contact,
  vapid,
  demo,
}

/** Runs the command that the words name. Throws `WrongWords`, or `Refused` with the reason when the command cannot be carried out. */
export function perform(place: CommandContext, [name = '', ...words]: string[]): Promise<Report> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new WrongWords()
  return command(place, words)
}

/** Thrown for words that are not a command. */
export class WrongWords extends Error {}

function expectWords(words: string[], count: number): string[] {
  if (words.length !== count || words.some((word) => word === '')) throw new WrongWords()
  return words
}

async function migrateNow({ config }: CommandContext, words: string[]): Promise<Report> {
  expectWords(words, 0)
  return withStore({ config, needs: 'nothing' }, migrateStore)
}

async function backup({ config, folder }: CommandContext, words: string[]): Promise<Report> {
  const [name = ''] = expectWords(words, 1)
  return withStore({ config, needs: 'a database' }, async (store) => {
    const storage = await openStorage(config)
    return backupInto(resolve(folder, name), (sink) => writeBackup({ store, storage, sink }))
  })
}

async function restore({ config, folder }: CommandContext, words: string[]): Promise<Report> {
  const [name = ''] = expectWords(words, 1)
  const addressKey = openAddressKey(config.authSecret, config.previousSecrets)
  return withStore({ config, needs: 'nothing' }, async (store) =>
    restoreBackup(store, { storage: await openStorage(config), file: resolve(folder, name), dataDir: config.dataDir, addressKey }),
  )
}

async function recountNow({ config }: CommandContext, words: string[]): Promise<Report> {
  const check = words[0] === '--check'
  expectWords(words, check ? 1 : 0)
  return withStore({ config, needs: 'the newest schema' }, (store) => recount(store, { check }))
}

async function grant({ config }: CommandContext, words: string[]): Promise<Report> {
  const [email, role] = expectWords(words, 2)
  const asked = Grant.safeParse({ email, role }).data
  if (!asked) throw new WrongWords()
  return withStore({ config, needs: 'the newest schema' }, (store) => grantRole(store, asked))
}

async function switchesNow({ config }: CommandContext, words: string[]): Promise<Report> {
  expectWords(words, 0)
  return withStore({ config, needs: 'the newest schema' }, listSwitches)
}

async function switchNow({ config }: CommandContext, words: string[]): Promise<Report> {
  const turn = turnIn(words)
  if (!turn) throw new WrongWords()
  return withStore({ config, needs: 'the newest schema' }, (store) => turnSwitch(store, turn))
}

async function targetsImport({ config, folder, print }: CommandContext, words: string[]): Promise<Report> {
  const [name = ''] = expectWords(words, 1)
  return withStore({ config, needs: 'the newest schema' }, async ({ db }) =>
    importFile({ file: resolve(folder, name), print, into: { db, storage: await openStorage(config), iconPath } }),
  )
}

async function contact({ config }: CommandContext, words: string[]): Promise<Report> {
  const asked = ReadContact.safeParse({ latest: Number(words[0] ?? 20) }).data
  if (!asked || words.length > 1) throw new WrongWords()
  return withStore({ config, needs: 'the newest schema' }, (store) => readContact(store, asked))
}

/** Returns the key pair as two lines for the environment. */
async function vapid(_place: CommandContext, words: string[]): Promise<Report> {
  expectWords(words, 0)
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return { ok: true, lines: [`VAPID_PUBLIC_KEY=${publicKey}`, `VAPID_PRIVATE_KEY=${privateKey}`] }
}

async function demo({ config }: CommandContext, words: string[]): Promise<Report> {
  const [what] = expectWords(words, 1)
  if (what === 'clear') return withStore({ config, needs: 'the newest schema' }, (store) => clearDemoNow(store, config))
  if (what !== 'load') throw new WrongWords()
  return withStore({ config, needs: 'nothing' }, async (store) => {
    await migrateStore(store)
    return loadDemoNow(store, config)
  })
}

/** Applies the missing migrations and returns their names. Concurrent calls wait for each other. */
async function migrateStore(store: Store): Promise<Report> {
  const applied = await migrate(store)
  return { ok: true, lines: applied.length ? applied.map((name) => `Applied ${name}`) : ['The database already has the newest schema'] }
}
