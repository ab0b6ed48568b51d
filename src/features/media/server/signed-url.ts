import { createHmac, timingSafeEqual } from 'node:crypto'

const hourMs = 3_600_000

/** Creates and verifies signed URLs of pictures, which are valid for one to two hours. */
export type UrlSigner = ReturnType<typeof openUrlSigner>

/** `secret` is the site's secret. A signed URL stays the same within an hour, so that browsers can cache its picture. */
export function openUrlSigner(secret: string) {
  const key = createHmac('sha256', secret).update('picture addresses').digest()
  const signature = (file: string, until: number) => createHmac('sha256', key).update(`${file} ${until}`).digest('base64url')
  return {
    /** Adds the expiry (Unix time in seconds) and the signature to `/media/{file}`. */
    sign(address: string, now = Date.now()): string {
      const until = (Math.floor(now / hourMs) + 2) * (hourMs / 1_000)
      return `${address}?until=${until}&seal=${signature(address.slice(address.lastIndexOf('/') + 1), until)}`
    },
    /** Seconds until the signed URL expires; null if it has expired or its signature is wrong. */
    opensFor(file: string, query: URLSearchParams, now = Date.now()): number | null {
      const until = Number(query.get('until'))
      if (!Number.isSafeInteger(until) || until * 1_000 <= now) return null
      const [given, due] = [Buffer.from(query.get('seal') ?? ''), Buffer.from(signature(file, until))]
      return given.length === due.length && timingSafeEqual(given, due) ? Math.ceil(until - now / 1_000) : null
    },
  }
}
