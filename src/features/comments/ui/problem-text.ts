import { pictureText } from '#features/media/ui/public.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'

const texts: Record<string, () => string> = {
  COMMENT_BLANK: m.comments_blank,
  COMMENT_TOO_LONG: m.comments_too_long,
  PARENT_UNKNOWN: m.comments_parent_gone,
  TOO_DEEP: m.comments_parent_gone,
  NOT_FOUND: m.comments_parent_gone,
  MEMBERS_ONLY: m.comments_members_only,
  POST_LOCKED: m.comments_locked,
  CAMPAIGN_NOT_ACTIVE: () => m.comments_not_active(nouns),
}

export const commentText = (code: string): string | null => texts[code]?.() ?? pictureText(code)

/** The reason of a failure, as the text after "Failed to post comment: ". */
export function commentProblem(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.error_network()
  if (refusal.code === 'TOO_MANY_REQUESTS') return m.error_too_many()
  return commentText(refusal.code) ?? m.comments_unknown_error()
}
