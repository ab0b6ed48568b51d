import { m } from '#messages'
import { failureText, textOfCode } from '#platform/client/failure-text.ts'

/** Texts for the error codes that concern a picture. */
export const pictureTexts = {
  IMAGE_TYPE: m.media_type,
  IMAGE_TOO_LARGE: m.media_too_large,
  IMAGE_UNREADABLE: m.media_unreadable,
  IMAGE_ANIMATED: m.media_animated,
  PICTURE_UNKNOWN: m.media_gone,
  ATTACHMENT_FAILED: m.media_record_failed,
  TOO_MANY_REQUESTS: m.media_too_often,
  BUSY: m.media_busy,
}

export const pictureText = (code: string): string => textOfCode(pictureTexts, code) ?? m.media_unknown()

/** Text for a failed upload. */
export const uploadProblem = (error: unknown) => failureText(error, pictureTexts, m.media_unknown)
