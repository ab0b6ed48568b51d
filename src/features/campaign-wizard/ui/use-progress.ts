import { useEffect, useRef } from 'react'
import { remember, remembered } from '#platform/client/browser-memory.ts'
import { type Place, type Progress, progressName, restoreProgress } from '../progress.ts'

type Kept = { latest: Progress; written: Progress; isFinished: boolean }

/** What is kept here; null where the browser keeps nothing. */
export function keptProgress(place: Place): Progress | null {
  const stored = remembered(progressName(place))
  return stored === null ? null : restoreProgress(stored)
}

export const forgetProgress = (place: Place) => remember(progressName(place), null)

/** Writes shortly after each change, and at once when the page is left. `finish` ends it: what was kept is deleted. */
export function useKeptProgress({ personId, draftId }: Place, progress: Progress) {
  const kept = useRef<Kept>({ latest: progress, written: progress, isFinished: false })

  useEffect(() => {
    kept.current.latest = progress
    const timer = setTimeout(() => write({ personId, draftId }, kept.current), 250)
    return () => clearTimeout(timer)
  }, [personId, draftId, progress])

  useEffect(() => {
    const state = kept.current
    const leave = () => write({ personId, draftId }, state)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [personId, draftId])

  return {
    finish() {
      kept.current.isFinished = true
      forgetProgress({ personId, draftId })
    },
  }
}

function write(place: Place, kept: Kept): void {
  if (kept.isFinished || kept.written === kept.latest) return
  kept.written = kept.latest
  remember(progressName(place), JSON.stringify(kept.latest))
}
