import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { supervisorName } from './supervisor-script.ts'

type Leftover = { pid: number; isServer: boolean; isPostmaster: boolean }

const politeMs = 3_000
const quickMs = 1_500

/**
 * Ends the server, its backends and the supervisor that an earlier start left behind: processes whose working directory
 * is in this folder. Process ids in files are not trusted, because other processes may have them by now. The postmaster is
 * ended first, so that it does not restart its backends. Throws if a process does not end.
 */
export async function endLeftovers(folder: string): Promise<void> {
  const signals: [NodeJS.Signals, number][] = [
    ['SIGINT', politeMs],
    ['SIGQUIT', quickMs],
    ['SIGKILL', politeMs],
  ]
  for (const [signal, patienceMs] of signals) {
    const postmasters = findLeftovers(folder).filter(({ isPostmaster }) => isPostmaster)
    sendSignal(postmasters, signal)
    await gone(() => findLeftovers(folder).filter(({ isPostmaster }) => isPostmaster), postmasters.length ? patienceMs : 0)
  }
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    const rest = findLeftovers(folder)
    sendSignal(
      rest.filter(({ isServer }) => isServer),
      signal,
    )
    // A shell in the background ignores SIGQUIT and has nothing to finish, so it is killed.
    sendSignal(
      rest.filter(({ isServer }) => !isServer),
      'SIGKILL',
    )
    await gone(() => findLeftovers(folder), rest.length ? quickMs : 0)
  }
  const left = findLeftovers(folder)
  if (left.length) throw new Error(`Processes from an earlier run did not exit: ${left.map(({ pid }) => pid).join(', ')}`)
  // No server of this folder runs any more, so the process ids in these files are stale, even if one is still a zombie.
  for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) rmSync(join(folder, 'data', file), { force: true })
}

function sendSignal(processes: Leftover[], signal: NodeJS.Signals) {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process has ended meanwhile.
    }
  }
}

async function gone(find: () => Leftover[], patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs
  while (performance.now() < end && find().length > 0) await setTimeout(20)
}

function findLeftovers(folder: string): Leftover[] {
  const places = [join(folder, 'data'), join(folder, 'run')]
  const own = process.platform === 'linux' ? processesOnLinux(places) : processesByLsof(places)
  const servers = new Set(own.filter(({ name }) => name === 'postgres').map(({ pid }) => pid))
  return own
    .filter(({ name, words }) => name === 'postgres' || words.includes(supervisorName))
    .map(({ pid, parent, name }) => ({
      pid,
      isServer: name === 'postgres',
      isPostmaster: name === 'postgres' && !servers.has(parent) && isPostmaster(folder, pid),
    }))
}

/** Compares with the process id in the file, which is trusted only for a process that was found by its working directory. */
function isPostmaster(folder: string, pid: number): boolean {
  try {
    return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]) === pid
  } catch {
    return false
  }
}

type Found = { pid: number; parent: number; name: string; words: string }

function processesOnLinux(places: string[]): Found[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!places.includes(readlinkSync(`/proc/${name}/cwd`))) return []
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return [{ pid: Number(name), parent, name: readFileSync(`/proc/${name}/comm`, 'utf8').trim(), words: readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
      } catch {
        // The process has ended meanwhile, or belongs to another user.
        return []
      }
    })
}

/** For macOS, which has no /proc. */
function processesByLsof(places: string[]): Found[] {
  const listed = spawnSync('lsof', ['-a', '-d', 'cwd', '-c', 'postgres', '-c', 'sh', '-F', 'pRcn'], { encoding: 'utf8' }).stdout ?? ''
  return listed
    .split(/^(?=p\d)/m)
    .map((block) => Object.fromEntries(block.split('\n').map((line) => [line.slice(0, 1), line.slice(1)])))
    .filter(({ n }) => places.includes(n ?? ''))
    .map(({ p, R, c }) => ({
      pid: Number(p),
      parent: Number(R),
      name: c ?? '',
      words: spawnSync('ps', ['-o', 'command=', '-p', p ?? ''], { encoding: 'utf8' }).stdout ?? '',
    }))
}
