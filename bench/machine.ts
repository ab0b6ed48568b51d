import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '#platform/server/root.ts'
import { postgresVersion } from './database.ts'

/** Describes the machine and the versions on which the figures were measured. */
export async function machine(): Promise<Record<string, string>> {
  return {
    Processor: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`,
    System: `${type()} ${release()}`,
    'Load before': loadavg()
      .map((load) => load.toFixed(2))
      .join(' '),
    Node: process.version,
    PostgreSQL: await postgresVersion(),
    Build: readFileSync(join(projectRoot, 'dist/build-id'), 'utf8').trim(),
    Commit: commit(),
  }
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const changes = git('status', '--porcelain', '--untracked-files=no')
    return `${git('rev-parse', '--short', 'HEAD')}${changes ? ', with changes' : ''}`
  } catch {
    return 'unknown'
  }
}
