import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'

const texts: Record<string, () => string> = {
  IMAGE_TYPE: m.media_type,
  IMAGE_TOO_LARGE: m.media_too_large,
  IMAGE_UNREADABLE: m.media_unreadable,
  PICTURE_UNKNOWN: m.media_gone,
  ATTACHMENT_FAILED: m.media_record_failed,
  TOO_MANY_REQUESTS: m.media_too_often,
  BUSY: m.media_busy,
}

/** Text for an error code that concerns a picture; null for other codes. */
export const pictureText = (code: string): string | null => texts[code]?.() ?? null

/** Text for a failed upload. */
export function uploadProblem(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.error_network()
  return pictureText(refusal.code) ?? m.media_unknown()
}
