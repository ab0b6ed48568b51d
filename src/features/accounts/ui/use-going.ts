import { useEffect, useState } from 'react'

/** State for the button that was pressed and leads to another site. It is reset when the page is restored from the back/forward cache. */
export function useGoing<Place extends string>() {
  const [leaving, setLeaving] = useState<Place | null>(null)
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(null)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  return [leaving, setLeaving] as const
}
