import { m } from '#messages'
import { durationText } from '#platform/time-text.ts'

/** The text at a form while a discussion is slowed. */
export const slowText = (seconds: number) => m.switches_slow_mode_now({ time: durationText(seconds) })

/** The text for a person who wrote too early. */
export const tooEarlyText = (waitMs: number) => m.switches_too_early({ time: durationText(Math.ceil(waitMs / 1_000)) })
