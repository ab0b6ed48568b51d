import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { encodingFor } from '#platform/server/http/compress.ts'
import { closedPolicy } from '#platform/server/http/security-headers.ts'
import { icons } from './icons.ts'

const compressed = new Map<string, Buffer>()

/**
 * Answers /logos/NAME-HASH.svg. With the hash of another build it returns the present icon with a short cache time, because stored addresses outlive
 * a new version of the package.
 */
export function openLogos(headers: Record<string, string>) {
  return function serveLogo(request: IncomingMessage, response: ServerResponse, path: string): boolean {
    const [, name = '', hash = ''] = /^\/logos\/([a-z0-9]+)-([0-9a-f]{10})\.svg$/.exec(path) ?? []
    const icon = name ? icons().get(name) : undefined
    if (!icon || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const common = {
      ...headers,
      'content-type': 'image/svg+xml',
      'content-security-policy': `${closedPolicy}; sandbox`,
      'cache-control': hash === icon.hash ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      etag: `"${icon.hash}"`,
      vary: 'Accept-Encoding',
    }
    if (request.headers['if-none-match'] === common.etag) {
      response.writeHead(304, common).end()
      return true
    }
    const isSmall = encodingFor(request.headers['accept-encoding']) === 'br'
    const body = isSmall ? smaller(name, icon.svg) : icon.svg
    response.writeHead(200, { ...common, 'content-length': body.length, ...(isSmall ? { 'content-encoding': 'br' } : {}) })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}

function smaller(name: string, svg: Buffer): Buffer {
  const made = compressed.get(name) ?? brotliCompressSync(svg)
  compressed.set(name, made)
  return made
}
