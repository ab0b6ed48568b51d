import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative } from 'node:path'
import { brand, isOwnBrand } from '#platform/brand.ts'
import { encodingFor } from '#platform/server/http/compress.ts'

type Asset = { type: string; body: Buffer; br: Buffer | null; gzip: Buffer | null; etag: string; immutable: boolean }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

/** The file that browsers read when somebody installs the site, with the operator's own name. */
function ownManifest(file: string): Buffer {
  const manifest: object = JSON.parse(readFileSync(file, 'utf8'))
  return Buffer.from(JSON.stringify({ ...manifest, name: brand.name, short_name: brand.name, description: brand.tagline }))
}

/** Loads the build's files for browsers and their precompressed variants into memory. The result returns false for any other address. */
export function openAssets(folder: string, headers: Record<string, string>) {
  const assets = new Map<string, Asset>()
  for (const file of filesBelow(folder)) {
    const ending = extname(file)
    const type = types[ending]
    if (!type) continue
    const isManifest = ending === '.webmanifest' && isOwnBrand
    const body = isManifest ? ownManifest(file) : readFileSync(file)
    assets.set(`/${relative(folder, file).replaceAll('\\', '/')}`, {
      type,
      body,
      br: isManifest ? null : readIfThere(`${file}.br`),
      gzip: isManifest ? null : readIfThere(`${file}.gz`),
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      immutable: file.includes(`${join(folder, 'assets')}`),
    })
  }

  return function serveAsset(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const asset = assets.get(path)
    if (!asset || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const common = {
      ...headers,
      'content-type': asset.type,
      'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : path === '/sw.js' ? 'no-cache' : 'public, max-age=3600',
      etag: asset.etag,
      vary: 'Accept-Encoding',
    }
    if (request.headers['if-none-match'] === asset.etag) {
      response.writeHead(304, common).end()
      return true
    }
    const wanted = encodingFor(request.headers['accept-encoding'])
    const twin = wanted === 'br' ? asset.br : wanted === 'gzip' ? asset.gzip : null
    const body = twin ?? asset.body
    response.writeHead(200, { ...common, 'content-length': body.length, ...(twin ? { 'content-encoding': wanted } : {}) })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const file = join(folder, name)
    return statSync(file).isDirectory() ? filesBelow(file) : [file]
  })
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
