import { useEffect, useEffectEvent } from 'react'
import { onMissed } from './live.ts'

/** For what says that it did not come: asks again by itself as soon as there is a line, or a server, again. */
export function useAskAgain(ask: () => void): void {
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
