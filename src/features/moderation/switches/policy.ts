import { reasonProblems } from '#features/moderation/policy.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import type { SwitchName } from '#platform/site-switches.ts'
import { lengthOf, normalized } from '#platform/text.ts'
import { isSiteModerator, type Viewer } from '#platform/viewer.ts'
import { type SwitchCode, switchLimits } from './terms.ts'

/** Moderators still write while the site is read-only, because an attack is a reason for it. */
export const mayWriteReadOnly = (viewer: Pick<Viewer, 'role'> | null): boolean => isSiteModerator(viewer)

/** Slow mode and locked discussions concern everybody but moderators. */
export const isSlowed = (viewer: Pick<Viewer, 'role'> | null): boolean => !isSiteModerator(viewer)

type Change = { name: SwitchName; isOn: boolean; text: string; reason: string }

/** Every change needs a reason for the log, and a banner its text. */
export const switchProblems = ({ name, isOn, text, reason }: Change): FieldProblems<SwitchCode> => ({
  ...reasonProblems(reason),
  ...(name === 'banner' && isOn && bannerProblems(text)),
})

export function bannerProblems(text: string): FieldProblems<SwitchCode> {
  if (!normalized(text)) return { text: 'BANNER_MISSING' }
  return lengthOf(text) > switchLimits.text ? { text: 'BANNER_TOO_LONG' } : {}
}
