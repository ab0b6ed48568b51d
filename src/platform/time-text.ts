import { m } from '#messages'

const sameYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const otherYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const inFull = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/**
 * Formats as "just now", "5m ago", "3h ago", "6d ago", then as a short date, in UTC so that server and browser render the same
 * text.
 */
export function relativeTime(date: Date | string, now: Date): string {
  const then = new Date(date)
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000)
  if (minutes < 1) return m.design_time_just_now()
  if (minutes < 60) return m.design_time_minutes_ago({ count: String(minutes) })
  if (minutes < 24 * 60) return m.design_time_hours_ago({ count: String(Math.floor(minutes / 60)) })
  if (minutes < 7 * 24 * 60) return m.design_time_days_ago({ count: String(Math.floor(minutes / (24 * 60))) })
  return (then.getUTCFullYear() === now.getUTCFullYear() ? sameYear : otherYear).format(then)
}

/** Formats as "November 21, 2026 at 2:05 PM UTC". */
export const fullTime = (date: Date | string): string => m.design_time_utc({ time: inFull.format(new Date(date)) })

/** Formats a duration as "30 seconds" or "5 minutes". */
export const durationText = (seconds: number): string =>
  seconds < 60 ? m.design_seconds({ count: seconds }) : m.design_minutes({ count: Math.ceil(seconds / 60) })
