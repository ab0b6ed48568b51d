import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A smaller body fits in one packet anyway. */
const worthBytes = 1_400

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses a page as far as about a millisecond allows, off the main thread. */
export const toBrotli = (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })

/** The best encoding a request accepts. */
export function encodingFor(accepts: string | undefined): Encoding {
  if (!accepts) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepts)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepts) ? 'gzip' : 'identity'
}

/**
 * Compresses a page or an API answer with the best encoding that the request
 * accepts. Pages contain no secret that compression could leak to guesses (BREACH).
 */
export async function compressed(response: Response, accepts: string | undefined): Promise<Response> {
  if (!isText(response)) return response
  const encoding = encodingFor(accepts)
  response.headers.append('vary', 'Accept-Encoding')
  if (encoding === 'identity') return response
  const plain = Buffer.from(await response.arrayBuffer())
  const body = plain.length < worthBytes ? plain : await (encoding === 'br' ? toBrotli(plain) : gzipped(plain, { level: 5 }))
  const headers = new Headers(response.headers)
  if (body !== plain) headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(body, { status: response.status, headers })
}

const isText = ({ body, headers }: Response) =>
  body !== null && !headers.has('content-encoding') && /^(text\/html|application\/json)\b/.test(headers.get('content-type') ?? '')
