import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { closedCodes } from './terms.ts'

/** The text that tells people what they cannot do while a switch is on. */
export const closedText: Record<keyof typeof closedCodes, () => string> = {
  read_only: m.switches_read_only_now,
  no_sign_up: m.switches_no_sign_up_now,
  no_new_campaigns: () => m.switches_no_new_campaigns_now(nouns),
  joining_paused: () => m.switches_joining_paused_now(nouns),
}
