import { reasonProblems } from '#features/moderation/policy.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import type { SwitchName } from '#platform/site-switches.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import { type SwitchCode, switchLimits } from './terms.ts'

/** Moderators still write while the site is read-only, because an attack is a reason for it. */
export const mayWriteReadOnly = (viewer: Pick<Viewer, 'role'> | null): boolean => isSiteModerator(viewer)

type Change = { name: SwitchName; isOn: boolean; text: string; reason: string }

/** Every change needs a reason for the log, and a banner its text. */
export function switchProblems({ name, isOn, text, reason }: Change): FieldProblems<SwitchCode> {
  const problems: FieldProblems<SwitchCode> = reasonProblems(reason)
  if (name !== 'banner' || !isOn) return problems
  if (!normalized(text)) problems.text = 'BANNER_MISSING'
  else if (lengthOf(text) > switchLimits.text) problems.text = 'BANNER_TOO_LONG'
  return problems
}
