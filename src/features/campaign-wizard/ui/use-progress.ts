import { useEffect, useRef } from 'react'
import { type Progress, progressName } from '../progress.ts'

/** What is kept for this person; null where the browser keeps nothing. */
export function storedProgress(personId: string): string | null {
  try {
    return localStorage.getItem(progressName(personId))
  } catch {
    return null
  }
}

/** Writes shortly after each change, and at once when the page is left. `finish` ends it: what was kept is deleted. */
export function useKeptProgress(personId: string, progress: Progress) {
  const latest = useRef(progress)
  const isFinished = useRef(false)
  const written = useRef(progress)
  latest.current = progress

  useEffect(() => {
    const timer = setTimeout(write, 250)
    return () => clearTimeout(timer)
  })
  useEffect(() => {
    const leave = () => write()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      write()
    }
  }, [])

  function write() {
    if (isFinished.current || written.current === latest.current) return
    written.current = latest.current
    try {
      localStorage.setItem(progressName(personId), JSON.stringify(latest.current))
    } catch {
      // Full or switched off: the draft lives as long as the page.
    }
  }

  return {
    write,
    finish() {
      isFinished.current = true
      try {
        localStorage.removeItem(progressName(personId))
      } catch {
        // Nothing was kept then.
      }
    },
  }
}
