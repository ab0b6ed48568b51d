import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Hono } from 'hono'
import { openSitemap, robotsText } from '#features/site/server/public.ts'
import { encodingFor } from '#platform/server/http/compress.ts'
import type { Env, Parts } from './parts.ts'

/** Addresses contain words of titles, so caches ask each time whether something has been hidden. */
const xml = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' }

/** Serves /robots.txt, /sitemap.xml and its parts. */
export function addForSearchEngines(app: Hono<Env>, { store, origin, isDemo }: Pick<Parts, 'store' | 'origin' | 'isDemo'>): void {
  const sitemap = openSitemap({ db: store.db, origin })
  app.get('/robots.txt', (c) =>
    c.body(robotsText({ origin, isDemo }), 200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' }),
  )
  app.get('/sitemap.xml', async (c) => c.body(await sitemap.index(), 200, xml))
  app.get('/sitemaps/:file', async (c) => {
    const part = await sitemap.part(c.req.param('file').replace(/\.xml$/, ''))
    if (!part) return c.json({ code: 'NOT_FOUND', message: 'Not found.', status: 404, data: null }, 404)
    const headers = { ...xml, vary: 'Accept-Encoding', etag: part.etag }
    if (c.req.header('if-none-match')?.includes(part.etag)) return c.body(null, 304, headers)
    if (encodingFor(c.req.header('accept-encoding')?.replace(/\bbr\b/g, '')) === 'gzip')
      return c.body(new Uint8Array(part.body), 200, { ...headers, 'content-encoding': 'gzip' })
    // A part unpacks to megabytes. It is unpacked only as fast as the client reads, so that slow clients do not fill the memory.
    return c.body(unpacked(part.body), 200, headers)
  })
}

function unpacked(part: Buffer): ReadableStream {
  const unpacking = Readable.from([part]).pipe(createGunzip())
  const chunks: AsyncIterator<Buffer> = unpacking[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void unpacking.destroy(),
  })
}
