import { m } from '#messages'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { CommunityCode } from '../terms.ts'

const texts: Record<CommunityCode, () => string> = {
  NAME_REQUIRED: m.communities_error_name_required,
  NAME_TOO_LONG: m.communities_error_name_too_long,
  SLUG_REQUIRED: m.communities_error_slug_required,
  SLUG_CHARACTERS: m.communities_error_slug_characters,
  SLUG_TOO_LONG: m.communities_error_slug_too_long,
  SLUG_TAKEN: m.communities_error_slug_taken,
  DESCRIPTION_REQUIRED: m.communities_error_description_required,
  DESCRIPTION_TOO_LONG: m.communities_error_description_too_long,
  RULES_TOO_LONG: m.communities_error_rules_too_long,
  TAGS_TOO_MANY: m.communities_error_tags_too_many,
  TAG_TOO_LONG: m.communities_error_tag_too_long,
  URL_INVALID: m.communities_error_url,
  LINKS_TOO_MANY: m.communities_error_links_too_many,
  LINK_TITLE_REQUIRED: m.communities_error_link_title_required,
  LINK_TITLE_TOO_LONG: m.communities_error_link_title_too_long,
  ONLY_PRIVATE_APPROVES: m.communities_error_only_private,
  STAYS_PRIVATE: m.communities_form_stays_private,
  PICTURE_UNKNOWN: m.media_gone,
}
const byCode = new Map<string, () => string>(Object.entries(texts))

/** The text for each field with a problem; unknown codes, from a newer server, get the general text. */
export const problemTexts = (problems: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, code]) => [field, (byCode.get(code) ?? m.error_unexpected)()]))

/** The reason of a failure that concerns no field. */
export function failureMessage(error: unknown): string {
  const refusal = refusalOf(error)
  if (!refusal) return m.error_network()
  return refusal.text ?? (refusal.status === 429 ? m.communities_create_too_many() : m.error_unexpected())
}
