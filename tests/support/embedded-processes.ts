import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './load.ts'

export type FoundProcess = { pid: number; parent: number; name: string; words: string[] }

/** The processes whose working directory is below this folder: the embedded database's supervisor, server and backends. Linux only. */
export function processesBelow(folder: string): FoundProcess[] {
  const real = realpathSync(folder)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!`${readlinkSync(`/proc/${name}/cwd`)}/`.startsWith(`${real}/`)) return []
        return [
          {
            pid: Number(name),
            parent: Number(statOf(name)[1]),
            name: readFileSync(`/proc/${name}/comm`, 'utf8').trim(),
            words: readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0'),
          },
        ]
      } catch {
        return []
      }
    })
}

/** The postmaster of a running embedded database. */
export const postmasterOf = (dataDir: string): number => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

/** The supervisor: the session leader among the shells with that name. */
export function supervisorOf(dataDir: string): number {
  const shells = processesBelow(dataDir).filter(({ words }) => words.includes('holdout-database'))
  const leader = shells.find(({ pid }) => sessionOf(pid) === pid)
  if (!leader) throw new Error('The embedded database has no supervisor')
  return leader.pid
}

const sessionOf = (pid: number) => Number(statOf(pid)[3])

/** The fields of the process's stat file after its name: state, parent, group, session. */
function statOf(pid: number | string): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Resolves when no process of an embedded database is left, so that its folder can be removed. */
export async function databaseEnded(dataDir: string): Promise<void> {
  await eventually('the database has ended', () => processesBelow(dataDir).length === 0)
}

/** The servers that use this folder, by their process ids here: inside a container, postmaster.pid contains other ids. */
export function serversBelow(dataDir: string): number[] {
  const servers = processesBelow(dataDir).filter(({ name }) => name === 'postgres')
  return servers.filter(({ parent }) => !servers.some(({ pid }) => pid === parent)).map(({ pid }) => pid)
}
