import { m } from '#messages'
import { fullTime } from '#platform/time-text.ts'

/** The sentence beside a number that moves in steps. */
export const quietText = ({ every, countedAt }: { every: 'hour' | 'day'; countedAt: Date }) =>
  (every === 'hour' ? m.switches_quiet_hour : m.switches_quiet_day)({ time: fullTime(countedAt) })
