// Runs one Vite build: browser files (precompressed), server rendering and the programs in src/main.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createBuilder } from 'vite'
import { makeIcons } from '../src/main/logos/make-icons.ts'
import { generateMessages } from './messages.mjs'
import { root } from './runtime.mjs'
import { buildId } from './sources.mjs'

process.env.NODE_ENV = 'production'
const dist = join(root, 'dist')
const assets = join(dist, 'client', 'assets')
const kept = join(root, '.tmp', 'previous-assets')

keepPreviousAssets()
await generateMessages()
const builder = await createBuilder({ root, logLevel: 'warn' })
await builder.buildApp()
const own = readdirSync(assets)
await Promise.all(own.map(precompress))
for (const name of existsSync(kept) ? readdirSync(kept) : [])
  if (!own.includes(name) && !existsSync(join(assets, name))) copyFileSync(join(kept, name), join(assets, name))
writeFileSync(join(dist, 'logos.json'), JSON.stringify(makeIcons()))
writeFileSync(join(dist, 'own-assets.json'), JSON.stringify(own))
writeFileSync(join(dist, 'build-id'), buildId())
process.exit(0)

/** Keeps the previous assets, because pages opened before an update still request the files they were built with. */
function keepPreviousAssets() {
  rmSync(kept, { recursive: true, force: true })
  const list = join(dist, 'own-assets.json')
  if (!existsSync(list) || !existsSync(assets)) return
  mkdirSync(kept, { recursive: true })
  const previous = new Set(JSON.parse(readFileSync(list, 'utf8')))
  for (const name of readdirSync(assets)) if (previous.has(name.replace(/\.(br|gz)$/, ''))) copyFileSync(join(assets, name), join(kept, name))
}

async function precompress(name) {
  if (!['.js', '.css', '.svg', '.json'].includes(extname(name))) return
  const file = join(assets, name)
  const body = readFileSync(file)
  writeFileSync(
    `${file}.br`,
    await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  )
  writeFileSync(`${file}.gz`, await promisify(gzip)(body, { level: 9 }))
}
