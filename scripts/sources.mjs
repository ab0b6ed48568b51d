import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './runtime.mjs'

const parts = [
  'src',
  'messages',
  'scripts/messages.mjs',
  'project.inlang/settings.json',
  'vite.config.ts',
  'package-lock.json',
  'brand.json',
  'db/demo/logos.json',
]
const generated = new Set(['src/paraglide', 'src/routeTree.gen.ts'])

/** Returns a hash of everything that the build reads; the same sources give the same id. */
export function buildId() {
  const hash = createHash('sha256')
  for (const file of parts.flatMap((part) => filesBelow(join(root, part))))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Returns true if dist/ was built from the present sources. */
export function isBuilt() {
  const stamp = join(root, 'dist', 'build-id')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === buildId()
}

/** Returns every file below a folder, except generated ones. */
export function filesBelow(path) {
  if (!existsSync(path) || generated.has(relative(root, path).replaceAll('\\', '/'))) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
