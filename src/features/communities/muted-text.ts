import { m } from '#messages'
import { fullTime } from '#platform/time-text.ts'
import type { Mute } from './contract.ts'

/** The text for a muted person: until when, and why. */
export const mutedText = ({ until, reason }: Mute): string =>
  until === null ? m.communities_muted({ reason }) : m.communities_muted_until({ reason, time: fullTime(until) })
