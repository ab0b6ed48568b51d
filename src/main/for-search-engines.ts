import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Hono } from 'hono'
import { openSitemap, robotsText } from '#features/site/server/public.ts'
import { encodingFor } from '#platform/server/http/compress.ts'
import type { Env, Parts } from './parts.ts'

const kept = 'public, max-age=3600'
const xml = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': kept }

/** Serves /robots.txt, /sitemap.xml and its parts. */
export function addForSearchEngines(app: Hono<Env>, { store, origin, isDemo }: Pick<Parts, 'store' | 'origin' | 'isDemo'>): void {
  const sitemap = openSitemap({ db: store.db, origin })
  app.get('/robots.txt', (c) => c.body(robotsText({ origin, isDemo }), 200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': kept }))
  app.get('/sitemap.xml', async (c) => c.body(await sitemap.index(), 200, xml))
  app.get('/sitemaps/:file', async (c) => {
    const part = await sitemap.part(c.req.param('file').replace(/\.xml$/, ''))
    if (!part) return c.json({ code: 'NOT_FOUND', message: 'Not found.', status: 404, data: null }, 404)
    const headers = { ...xml, vary: 'Accept-Encoding' }
    if (encodingFor(c.req.header('accept-encoding')?.replace(/\bbr\b/g, '')) === 'gzip')
      return c.body(new Uint8Array(part), 200, { ...headers, 'content-encoding': 'gzip' })
    // A part unpacks to megabytes, so it is unpacked only as fast as it is read: clients that request often and read slowly do not fill the memory.
    return c.body(unpacked(part), 200, headers)
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
