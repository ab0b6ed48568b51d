import { useEffect, useState } from 'react'

/** What was pressed and leads away; nothing again for who comes back by the browser's own button. */
export function useGoing<Place extends string>() {
  const [leaving, setLeaving] = useState<Place | null>(null)
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(null)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  return [leaving, setLeaving] as const
}
