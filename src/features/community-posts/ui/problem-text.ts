import { pictureText } from '#features/media/ui/public.ts'
import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'

const fieldTexts: Record<string, () => string> = {
  POST_BLANK: m.community_posts_blank,
  POST_TOO_LONG: m.community_posts_too_long,
  TITLE_TOO_LONG: m.community_posts_title_too_long,
}

const texts: Record<string, () => string> = {
  MEMBERS_ONLY: m.community_posts_members_only,
  NOT_FOUND: m.community_posts_place_gone,
  TOO_MANY_REQUESTS: m.error_too_many,
}

export const fieldText = (code: string | undefined): string | undefined => (code ? fieldTexts[code]?.() : undefined)

/** The reason why a post was not created, as the text after "Failed to create post: ". */
export function postProblem(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.error_network()
  return texts[refusal.code]?.() ?? pictureText(refusal.code) ?? m.community_posts_unknown_error()
}
