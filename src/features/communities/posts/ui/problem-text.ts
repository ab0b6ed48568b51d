import { pictureTexts } from '#features/media/ui/problem-text.ts'
import { linksText } from '#features/trust/limit-text.ts'
import { m } from '#messages'
import { failureText, textOfCode } from '#platform/client/failure-text.ts'

const ofFields = {
  POST_BLANK: m.community_posts_blank,
  POST_TOO_LONG: m.community_posts_too_long,
  LINKS_LIMITED: linksText,
  TITLE_TOO_LONG: m.community_posts_title_too_long,
}

const texts = {
  ...pictureTexts,
  MEMBERS_ONLY: m.community_posts_members_only,
  NOT_FOUND: m.community_posts_place_gone,
  TOO_MANY_REQUESTS: m.error_too_many,
}

export const fieldText = (code: string | undefined) => textOfCode(ofFields, code)

/** The reason why a post was not created, as the text after "Failed to create post: ". */
export const postProblem = (error: unknown) => failureText(error, texts, m.community_posts_unknown_error)
