// Run it after `npm install`: a registry mirror may lack a package's builds for other systems. npm then leaves them out of the lock file, and `npm
// ci` rejects it everywhere. This script writes the missing entries from the declarations of their parents.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'win32',
  windows: 'win32',
  freebsd: 'freebsd',
  android: 'android',
  openharmony: 'openharmony',
  sunos: 'sunos',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  aix: 'aix',
}
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
let added = 0
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const own = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`
    if (lock.packages[own] || lock.packages[`node_modules/${name}`]) continue
    const words = name.split(/[/-]/)
    const os = words.map((word) => systems[word]).find(Boolean)
    const cpu = processors.find((processor) => words.includes(processor) || (processor === 'arm' && /(^|-)arm(-|$)/.test(name)))
    if (!/^\d/.test(version) || (!os && cpu !== 'wasm32')) {
      console.warn(`left out: ${name}@${version}`)
      continue
    }
    lock.packages[`node_modules/${name}`] = {
      version,
      optional: true,
      ...(cpu ? { cpu: [cpu] } : {}),
      ...(os ? { os: [os] } : {}),
      ...(name.includes('musl') ? { libc: ['musl'] } : {}),
      ...(entry.dev ? { dev: true } : {}),
    }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a === '' ? -1 : b === '' ? 1 : a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`added ${added}`)
