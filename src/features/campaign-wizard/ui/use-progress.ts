import { useEffect, useRef } from 'react'
import { type Progress, progressName } from '../progress.ts'

type Kept = { latest: Progress; written: Progress; isFinished: boolean }

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
  const kept = useRef<Kept>({ latest: progress, written: progress, isFinished: false })

  useEffect(() => {
    kept.current.latest = progress
    const timer = setTimeout(() => write(personId, kept.current), 250)
    return () => clearTimeout(timer)
  }, [personId, progress])

  useEffect(() => {
    const state = kept.current
    const leave = () => write(personId, state)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [personId])

  return {
    finish() {
      kept.current.isFinished = true
      try {
        localStorage.removeItem(progressName(personId))
      } catch {
        // Nothing was kept then.
      }
    },
  }
}

function write(personId: string, kept: Kept): void {
  if (kept.isFinished || kept.written === kept.latest) return
  kept.written = kept.latest
  try {
    localStorage.setItem(progressName(personId), JSON.stringify(kept.latest))
  } catch {
    // Full or switched off: the draft lives as long as the page.
  }
}
