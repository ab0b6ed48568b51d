import { useEffect, useState } from 'react'
import { fullTime, relativeTime } from '#platform/time-text.ts'

const everyMs = 20_000

/** Returns the current time, updated often enough for "5m ago". It is the time of rendering at first, so that server and browser render the same. */
export function useNow(renderedAt?: number): Date {
  const [now, setNow] = useState(() => new Date(renderedAt ?? Date.now()))
  useEffect(() => {
    const look = () => setNow(new Date())
    look()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return now
}

/** "5m ago", with the full date as its title; without `now` the full date itself. */
export function Moment({ at, now, className }: { at: Date; now?: Date | undefined; className?: string }) {
  const full = fullTime(at)
  return (
    <time dateTime={at.toISOString()} title={now && full} className={className}>
      {now ? relativeTime(at, now) : full}
    </time>
  )
}
