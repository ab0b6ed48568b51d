import { m } from '#messages'

/** The text for a refused upload, by the refusal's code. Null means that there was no response. */
export function uploadText(code: string | null): string {
  if (code === 'IMAGE_TYPE') return m.wizard_cover_type()
  if (code === 'IMAGE_TOO_LARGE') return m.wizard_cover_too_large()
  if (code === 'IMAGE_ANIMATED') return m.media_animated()
  if (code === 'TOO_MANY_REQUESTS') return m.wizard_cover_too_many()
  if (code === 'UNAUTHORIZED') return m.wizard_cover_signed_out()
  return m.wizard_cover_failed()
}

/** The text for a failure to generate a picture. */
export function drawingText(code: string | null): string {
  if (code === 'GENERATION_REFUSED') return m.wizard_cover_declined()
  if (code === 'TOO_MANY_REQUESTS') return m.wizard_cover_too_many_drawn()
  if (code === 'UNAUTHORIZED') return m.wizard_cover_signed_out()
  return m.wizard_cover_not_drawn()
}
