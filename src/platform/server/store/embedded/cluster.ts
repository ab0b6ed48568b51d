import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveTo } from './account.ts'
import { cleanEnvironment } from './clean-environment.ts'
import { EmbeddedDatabaseError } from './error.ts'
import { type Location, pointerFile, readPointer } from './location.ts'
import { majorVersion, programPath } from './programs.ts'
import { serverSettings, sharedMemory } from './settings.ts'

export const databaseUser = 'holdout'

/** A UTF-8 locale of this system for LC_CTYPE: without one pg_trgm finds nothing outside ASCII, and reports no error. */
const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

/**
 * Creates the cluster if there is none, and writes its settings. The server must not be running. Throws
 * `EmbeddedDatabaseError` for the database of an earlier release, for another major version, and for a cluster other than
 * the one that the data folder names.
 */
export function prepareCluster(location: Location): void {
  const data = join(location.folder, 'data')
  const fresh = join(location.folder, 'data.new')
  mkdirSync(join(location.folder, 'run'), { recursive: true, mode: 0o700 })
  giveTo(location.account, join(location.folder, 'run'))
  refuseEarlierStore(location)
  if (!existsSync(data)) {
    const pointer = readPointer(location.dataDir)
    // If an earlier start was interrupted between writePointer and renameSync, data.new already holds the finished cluster.
    if (!pointer || systemIdentifier(fresh) !== pointer.systemIdentifier) {
      if (pointer) throw new EmbeddedDatabaseError(lostDatabase(location))
      rmSync(fresh, { recursive: true, force: true })
      initialize(location, fresh)
      if (location.isOutside) writePointer(location, fresh)
    }
    renameSync(fresh, data)
  }
  checkVersion(data)
  if (location.isOutside && readPointer(location.dataDir)?.systemIdentifier !== systemIdentifier(data)) throw new EmbeddedDatabaseError(lostDatabase(location))
  writeSettings(location, data)
}

/** Refuses the data of earlier releases (PGlite), which has another format; otherwise the site would start empty. */
function refuseEarlierStore({ dataDir, folder }: Location) {
  const store = join(dataDir, 'store')
  if (!existsSync(join(store, 'PG_VERSION')) || existsSync(join(folder, 'data'))) return
  throw new EmbeddedDatabaseError(
    `${store} is the database of an earlier release, which this release cannot read. Nothing was changed. ` +
      'With the earlier release: npm run cli -- backup holdout.backup. Then with this one: ' +
      `mv ${store} ${store}.earlier, npm run cli -- restore holdout.backup, npm start. See "From the earlier embedded store" in docs/OPERATING.md.`,
  )
}

function initialize(location: Location, folder: string) {
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const words = ['-D', folder, `--username=${databaseUser}`, ...locale, `--lc-ctype=${ctype}`, '--auth=peer', `--set=${sharedMemory}`, '--no-instructions']
  const { status, stderr, error } = spawnSync(programPath(location.programs, 'initdb'), words, {
    ...location.account.switchTo,
    cwd: location.folder,
    env: cleanEnvironment(),
    encoding: 'utf8',
  })
  if (status === 0) return
  rmSync(folder, { recursive: true, force: true })
  throw new EmbeddedDatabaseError(adviceForLog(`${stderr ?? ''}${error?.message ?? ''}`, location))
}

/** Converts the error output of PostgreSQL's programs to one sentence with a remedy for the operator. */
export function adviceForLog(log: string, { folder, dataDir }: Location): string {
  if (/No space left on device|Disk quota exceeded/.test(log))
    return `the disk that holds ${folder} is full. Nothing that was saved is lost. Free some space, then start again.`
  if (/error while loading shared libraries|GLIBC|cannot open shared object/.test(log))
    return 'this system lacks libraries that PostgreSQL needs (glibc 2.27 or newer, and libstdc++). Install them, or set DATABASE_URL to a PostgreSQL server.'
  const lines = log.split('\n').filter((line) => /FATAL|PANIC|ERROR|error:/.test(line))
  const reason = lines.at(-1)?.replace(/^.*?(?=FATAL|PANIC|ERROR|error:)/, '') ?? log.trim().split('\n').at(-1)
  const setting = log.split('\n').find((line) => /unrecognized configuration parameter|invalid value for parameter|syntax error in file/.test(line))
  if (setting) return `PostgreSQL rejected its settings (${setting.replace(/^.*?LOG:\s*/, '')}). Correct ${join(dataDir, 'postgresql.conf')}.`
  return `PostgreSQL did not start (${reason}). Its log is ${join(folder, 'run', 'server.log')}.`
}

function checkVersion(data: string) {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  if (version === majorVersion) return
  throw new EmbeddedDatabaseError(
    `${data} was made by PostgreSQL ${version}, and this release includes PostgreSQL ${majorVersion}. Nothing was changed. Back it up with the release that created it, then restore that backup into a new DATA_DIR.`,
  )
}

const lostDatabase = ({ dataDir, folder }: Location) =>
  `${dataDir} and the database in ${folder} do not belong together. Put back the one that was moved or replaced, restore a backup into a new DATA_DIR, or remove ${folder} if nothing in it is needed.`

/** Returns the identifier that PostgreSQL gave the cluster when it was created; null if there is no cluster. */
export function systemIdentifier(data: string): string | null {
  const file = join(data, 'global', 'pg_control')
  return existsSync(file) ? readFileSync(file).readBigUInt64LE(0).toString() : null
}

function writePointer({ dataDir, folder }: Location, data: string) {
  const text = JSON.stringify({ folder, systemIdentifier: systemIdentifier(data) })
  writeFileSync(`${pointerFile(dataDir)}.new`, `${text}\n`, { mode: 0o600, flush: true })
  renameSync(`${pointerFile(dataDir)}.new`, pointerFile(dataDir))
}

function writeSettings(location: Location, data: string) {
  const overrides = join(location.dataDir, 'postgresql.conf')
  const files = {
    'postgresql.conf': `${serverSettings}\n# From ${overrides}\n${existsSync(overrides) ? readFileSync(overrides, 'utf8') : ''}\n`,
    'pg_hba.conf': 'local all all peer map=holdout\n',
    'pg_ident.conf': [...new Set(['root', location.account.name])].map((name) => `holdout "${name}" ${databaseUser}\n`).join(''),
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(data, name), text, { mode: 0o600 })
    giveTo(location.account, join(data, name))
  }
}
