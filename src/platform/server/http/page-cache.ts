import { gzipSync } from 'node:zlib'
import { type Encoding, toBrotli } from './compress.ts'

type Sendable = { body: Buffer; headers: string[] }
/** `headers` contains names and values in turn, ready to be written. */
export type CachedPage = { status: number; at: number } & Record<Encoding, Sendable>
export type RenderedPage = { status: number; headers: Record<string, string>; html: string }

const freshMs = 1_000
const usableMs = 2_000
const entryLimit = 500
const cachedStatuses = [200, 404, 410, 451]

/**
 * Caches pages for visitors without a session, already compressed. An entry is fresh for a second; for
 * another second it is still served while one request renders it again, so no count on a cached page
 * is older than 2 s. Simultaneous misses share one rendering. Only 200, 404, 410 and 451 answers are cached.
 */
export function pageCache() {
  const pages = new Map<string, CachedPage>()
  const rendering = new Map<string, Promise<CachedPage>>()
  const counts = { given: 0, rendered: 0 }

  function renderOnce(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const running = rendering.get(key)
    if (running) return running
    // A page's age counts from the start of its rendering, and a rendering that began before a drop is not cached.
    const begun = Date.now()
    counts.rendered++
    const started = render()
      .then(async (page) => {
        const cached = await compressed(page, begun)
        if (rendering.get(key) === started && cachedStatuses.includes(page.status)) keep(key, cached)
        return cached
      })
      .finally(() => {
        if (rendering.get(key) === started) rendering.delete(key)
      })
    rendering.set(key, started)
    return started
  }

  function keep(key: string, page: CachedPage) {
    pages.delete(key)
    pages.set(key, page)
    const oldest = pages.keys().next().value
    if (pages.size > entryLimit && oldest !== undefined) pages.delete(oldest)
  }

  function younger(key: string, ms: number): CachedPage | null {
    const page = pages.get(key)
    if (!page || Date.now() - page.at >= ms) return null
    counts.given++
    return page
  }

  return {
    /** Returns synchronously if a usable page is cached. */
    get(key: string, render: () => Promise<RenderedPage>): CachedPage | Promise<CachedPage> {
      const ready = younger(key, freshMs)
      if (ready) return ready
      const next = renderOnce(key, render)
      const usable = younger(key, usableMs)
      if (usable) next.catch(() => {})
      return usable ?? next
    },
    /** Expires the pages whose path begins with `beginning`, after a change that readers must see at once. */
    drop(beginning = '/') {
      for (const [key, page] of pages) if (isBelow(key, beginning)) page.at = Number.NEGATIVE_INFINITY
      for (const key of [...rendering.keys()]) if (isBelow(key, beginning)) rendering.delete(key)
    },
    /** True if this page was requested recently, so that further requests for it are likely. */
    knows: (key: string): boolean => pages.has(key),
    /** For metrics: the numbers of pages served from the cache and rendered. */
    counts: () => counts,
    /** Returns the page if it is fresh, else null. */
    fresh: (key: string) => younger(key, freshMs),
  }
}

async function compressed(page: RenderedPage, at: number): Promise<CachedPage> {
  const identity = Buffer.from(page.html)
  const brotli = await toBrotli(identity)
  function sendable(body: Buffer, encoding?: Encoding): Sendable {
    const headers = {
      ...page.headers,
      vary: 'Accept-Encoding, Cookie',
      'content-length': String(body.length),
      ...(encoding && { 'content-encoding': encoding }),
    }
    return { body, headers: Object.entries(headers).flat() }
  }
  // Few clients use gzip, so it is made on request.
  let gzipped: Sendable | undefined
  return {
    status: page.status,
    at,
    br: sendable(brotli, 'br'),
    get gzip() {
      gzipped ??= sendable(gzipSync(identity, { level: 5 }), 'gzip')
      return gzipped
    },
    identity: sendable(identity),
  }
}

/** The query parameters that pages read; all others are ignored. */
const knownParameters = [
  'target',
  'industry',
  'causes',
  'status',
  'search',
  'active',
  'q',
  'kind',
  'privacy',
  'tag',
  'tags',
  'sort',
  'page',
  'returnTo',
  'mode',
  'problem',
  'refused',
  'provider',
  'suspension',
  'statement',
  'tab',
  'updateId',
  'commentId',
  'postId',
  'invite',
  'cursor',
  'filter',
  'edit',
  'has',
  'order',
  'from',
  'draft',
  'step',
  'category',
]

/** The cache key of a page: build, theme, path and the known parameters in a fixed order. */
export function pageKey(options: { path: string; query: string; theme: string; build: string }): string {
  return `${options.build} ${options.theme} ${options.path}?${options.query.length > 1 ? knownQuery(options.query) : ''}`
}

/** True if the path in a key of `pageKey` begins with `beginning`. */
const isBelow = (key: string, beginning: string) => key.split(' ', 3)[2]?.startsWith(beginning) ?? false

/** Reduces a query to the known parameters in a fixed order; a cached page is rendered for this query. */
export function knownQuery(query: string): string {
  const search = new URLSearchParams(query)
  // A form sends several causes under one name.
  return knownParameters.flatMap((name) => search.getAll(name).map((value) => `${name}=${encodeURIComponent(value)}`)).join('&')
}
