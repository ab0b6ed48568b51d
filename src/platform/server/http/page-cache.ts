import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'
export type CachedPage = { status: number; headers: Record<string, string>; bodies: Record<Encoding, Buffer>; at: number }
export type RenderedPage = { status: number; headers: Record<string, string>; html: string }

const freshMs = 1_000
const usableMs = 2_000
const entryLimit = 500

const br = promisify(brotliCompress)
const gz = promisify(gzip)

/**
 * Pages for visitors without a session, ready compressed. An entry is fresh for a second; for another second it is
 * still given while one request renders it anew, so no count on a cached page is older than 2 s. Simultaneous misses
 * share one rendering. Only 200 and 404 answers are kept.
 */
export function pageCache() {
  const pages = new Map<string, CachedPage>()
  const rendering = new Map<string, Promise<CachedPage>>()

  function renderOnce(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const running = rendering.get(key)
    if (running) return running
    const started = render()
      .then(async (page) => {
        const cached = await compressed(page, Date.now())
        if (page.status === 200 || page.status === 404) keep(key, cached)
        return cached
      })
      .finally(() => rendering.delete(key))
    rendering.set(key, started)
    return started
  }

  function keep(key: string, page: CachedPage) {
    pages.delete(key)
    pages.set(key, page)
    const oldest = pages.keys().next().value
    if (pages.size > entryLimit && oldest !== undefined) pages.delete(oldest)
  }

  return {
    async get(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
      const page = pages.get(key)
      const age = page ? Date.now() - page.at : Number.POSITIVE_INFINITY
      if (page && age < freshMs) return page
      const next = renderOnce(key, render)
      if (page && age < usableMs) {
        next.catch(() => {})
        return page
      }
      return next
    },
    /** Forgets everything, after a change that readers must see at once. */
    drop: () => pages.clear(),
  }
}

async function compressed(page: RenderedPage, at: number): Promise<CachedPage> {
  const identity = Buffer.from(page.html)
  const [brotli, gzipped] = await Promise.all([br(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), gz(identity, { level: 5 })])
  return { status: page.status, headers: page.headers, bodies: { br: brotli, gzip: gzipped, identity }, at }
}

/** The best encoding a request accepts. */
export function encodingFor(accepts: string | undefined): Encoding {
  if (!accepts) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepts)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepts) ? 'gzip' : 'identity'
}

/** The query parameters that pages read; all others do not make another page. */
const knownParameters = ['target', 'industry', 'causes', 'status', 'sort', 'page', 'returnTo', 'mode', 'tab', 'updateId', 'commentId', 'cursor']

/** One key for one page: build, theme, path and the known parameters in a fixed order. */
export function pageKey(options: { path: string; search: URLSearchParams; theme: string; build: string }): string {
  const kept = knownParameters.flatMap((name) => {
    // A form sends several causes under one name.
    return options.search.getAll(name).map((value) => `${name}=${encodeURIComponent(value)}`)
  })
  return `${options.build} ${options.theme} ${options.path}?${kept.join('&')}`
}
