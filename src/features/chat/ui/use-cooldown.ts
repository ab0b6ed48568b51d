import { useEffect, useState } from 'react'

/** Counts down the seconds until the viewer may send again; 0 without a cooldown. */
export function useCooldown() {
  const [readyAt, setReadyAt] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const look = () => setLeft(Math.max(0, readyAt - performance.now()))
    look()
    if (readyAt <= performance.now()) return
    const timer = setInterval(() => {
      look()
      if (readyAt <= performance.now()) clearInterval(timer)
    }, 100)
    return () => clearInterval(timer)
  }, [readyAt])
  return { secondsLeft: Math.ceil(left / 1_000), start: (ms: number) => setReadyAt(performance.now() + ms) }
}
