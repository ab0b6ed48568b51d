import { aPicture } from './pictures.ts'
import { type Person, theSite } from './site.ts'

type Uploading = {
  width?: number
  height?: number
  purpose?: 'attachment' | 'campaign_cover' | 'avatar' | 'community_logo' | 'community_banner'
  bytes?: Uint8Array
  type?: string
}

/** Uploads a picture as this person and returns the response. By default it is a valid picture for an update or a comment. */
export async function upload(who: Person | null, { width = 40, height = 30, purpose = 'attachment', bytes, type = 'image/png' }: Uploading = {}) {
  const { origin } = await theSite()
  const form = new FormData()
  form.set('purpose', purpose)
  form.set('file', new File([new Uint8Array(bytes ?? (await aPicture(width, height)))], 'picture.png', { type }))
  const response = await fetch(`${origin}/api/v1/media`, { method: 'POST', body: form, headers: { origin, ...(who ? { cookie: who.cookie } : {}) } })
  return { status: response.status, body: (await response.json()) as any }
}

export async function uploaded(who: Person, given: Uploading = {}): Promise<{ id: string; url: string }> {
  const { status, body } = await upload(who, given)
  if (status !== 200) throw new Error(`not uploaded: ${status} ${JSON.stringify(body)}`)
  return body
}
