import { useEffect, useEffectEvent } from 'react'
import { onMissed } from './live.ts'

/** Retries a failed load when the browser goes online or events may have been missed (`onMissed`). */
export function useRetryWhenMissed(ask: () => void): void {
  const again = useEffectEvent(ask)
  useEffect(() => {
    const retry = () => again()
    window.addEventListener('online', retry)
    const stop = onMissed(retry)
    return () => {
      window.removeEventListener('online', retry)
      stop()
    }
  }, [])
}
