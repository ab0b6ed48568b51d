import { createHmac, timingSafeEqual } from 'node:crypto'

const hourMs = 3_600_000

/** Signs addresses of pictures for an hour or two, and knows its own signatures. */
export type Seals = ReturnType<typeof openSeals>

/** `secret` is the site's. Within an hour an address stays the same, so that browsers need not fetch its picture twice. */
export function openSeals(secret: string) {
  const key = createHmac('sha256', secret).update('picture addresses').digest()
  const signature = (file: string, until: number) => createHmac('sha256', key).update(`${file} ${until}`).digest('base64url')
  return {
    /** `/media/{file}` with until when it opens, in seconds since 1970, and our signature. */
    seal(address: string, now = Date.now()): string {
      const until = (Math.floor(now / hourMs) + 2) * (hourMs / 1_000)
      return `${address}?until=${until}&seal=${signature(address.slice(address.lastIndexOf('/') + 1), until)}`
    },
    /** Seconds that this address still opens; null where it is none of ours or over. */
    opensFor(file: string, query: URLSearchParams, now = Date.now()): number | null {
      const until = Number(query.get('until'))
      if (!Number.isSafeInteger(until) || until * 1_000 <= now) return null
      const [given, due] = [Buffer.from(query.get('seal') ?? ''), Buffer.from(signature(file, until))]
      return given.length === due.length && timingSafeEqual(given, due) ? Math.ceil(until - now / 1_000) : null
    },
  }
}
