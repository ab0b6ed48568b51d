import { linksText, privateTexts } from '#features/trust/limit-text.ts'
import { m } from '#messages'
import { failureText } from '#platform/client/failure-text.ts'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
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
  LINKS_LIMITED: linksText,
  ...privateTexts,
}

/** The text for each field with a problem. */
export const problemTexts = (problems: Record<string, string>) => fieldTexts(problems, texts)

/** The reason of a failure that concerns no field. */
export const failureMessage = (error: unknown) => failureText(error, { TOO_MANY_REQUESTS: m.communities_create_too_many })
