import { pictureTexts } from '#features/media/ui/problem-text.ts'
import { linksText } from '#features/trust/limit-text.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { failureText, textOfCode } from '#platform/client/failure-text.ts'

const texts = {
  ...pictureTexts,
  COMMENT_BLANK: m.comments_blank,
  COMMENT_TOO_LONG: m.comments_too_long,
  LINKS_LIMITED: linksText,
  PARENT_UNKNOWN: m.comments_parent_gone,
  TOO_DEEP: m.comments_parent_gone,
  NOT_FOUND: m.comments_parent_gone,
  MEMBERS_ONLY: m.comments_members_only,
  POST_LOCKED: m.comments_locked,
  CAMPAIGN_NOT_ACTIVE: () => m.comments_not_active(nouns),
  TOO_MANY_REQUESTS: m.error_too_many,
}

export const commentText = (code: string) => textOfCode(texts, code)

/** The reason of a failure, as the text after "Failed to post comment: ". */
export const commentProblem = (error: unknown) => failureText(error, texts, m.comments_unknown_error)
