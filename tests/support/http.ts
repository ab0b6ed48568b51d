import { aPicture } from './pictures.ts'

type HttpRequest = {
  method?: string
  path: string
  cookie?: string | undefined
  /** Forms and URL parameters are sent as they are. A string must already be JSON; any other value is converted to JSON. */
  body?: unknown
  headers?: Record<string, string> | undefined
}

/** Sends a request like one of the site's own pages, and follows no redirect. */
export function request(origin: string, { method = 'GET', path, cookie, body, headers }: HttpRequest): Promise<Response> {
  const isForm = body instanceof FormData || body instanceof URLSearchParams
  return fetch(`${origin}${path}`, {
    method,
    redirect: 'manual',
    headers: { origin, ...(cookie && { cookie }), ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

export type Uploading = {
  width?: number
  height?: number
  purpose?: 'attachment' | 'campaign_cover' | 'avatar' | 'community_logo' | 'community_banner'
  bytes?: Uint8Array
  type?: string
  name?: string
  key?: string
}

/** Uploads a picture. By default it is a valid picture for an update or a comment. */
export async function uploadTo(origin: string, cookie: string | undefined, given: Uploading = {}): Promise<{ status: number; body: any }> {
  const { width = 40, height = 30, purpose = 'attachment', bytes, type = 'image/png', name = 'picture.png', key } = given
  const body = new FormData()
  body.set('purpose', purpose)
  body.set('file', new File([new Uint8Array(bytes ?? (await aPicture(width, height)))], name, { type }))
  const response = await request(origin, { method: 'POST', path: '/api/v1/media', cookie, body, headers: key ? { 'idempotency-key': key } : {} })
  return { status: response.status, body: await response.json() }
}

/** The same, for a picture that must be accepted. */
export async function uploadedTo(origin: string, cookie: string | undefined, given?: Uploading): Promise<{ id: string; url: string; placeholder: string }> {
  const { status, body } = await uploadTo(origin, cookie, given)
  if (status !== 200) throw new Error(`not uploaded: ${status} ${JSON.stringify(body)}`)
  return body
}
