import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { smallestShown } from '#platform/shown-count.ts'
import { type InvalidationCode, mostConditions, shownHourPeople } from '../terms.ts'

/** Texts by error code, shown at the field that the code belongs to. */
export const problemTexts: Record<InvalidationCode, () => string> = {
  SELECTION_EMPTY: m.corrections_selection_empty,
  SELECTION_TOO_NARROW: () => m.corrections_selection_too_narrow({ most: mostConditions }),
  RANGE_EMPTY: m.corrections_range_empty,
  TIME_TOO_FINE: () => m.corrections_time_too_fine({ count: shownHourPeople }),
  HOUR_TOO_SMALL: () => m.corrections_hour_too_small({ count: shownHourPeople }),
  DOMAIN_INVALID: m.corrections_domain_invalid,
  SELECTION_TOO_SMALL: () => m.corrections_selection_too_small({ count: smallestShown, ...nouns }),
  UNDO_TOO_SMALL: () => m.corrections_undo_too_small({ count: smallestShown, ...nouns }),
  PART_TOO_SMALL: () => m.corrections_part_too_small({ count: smallestShown }),
  CAMPAIGN_UNKNOWN: () => m.corrections_campaign_gone(nouns),
  OWN_CAMPAIGN: () => m.corrections_own_campaign(nouns),
  OWN_CORRECTION: m.corrections_own_correction,
  REASON_MISSING: m.moderation_reason_missing,
  REASON_TOO_LONG: m.moderation_reason_too_long,
  NOTE_MISSING: m.corrections_note_missing,
  PUBLIC_NOTE_TOO_LONG: m.corrections_note_too_long,
  NOTE_NAMES_SOURCE: m.corrections_note_names_source,
}
