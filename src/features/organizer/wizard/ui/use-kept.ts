import { useEffect, useRef } from 'react'
import { remember, remembered } from '#platform/client/browser-memory.ts'
import { type Progress, restoreProgress } from '../progress.ts'

/** The state that an earlier visit has stored in this browser under this name, or null. */
export function kept(name: string): Progress | null {
  const stored = remembered(name)
  return stored === null ? null : restoreProgress(stored)
}

export const forget = (name: string) => remember(name, null)

/**
 * Stores the text under a name shortly after each change, and at once when the page is left; null removes it. Unchanged text is not written,
 * so that a tab never removes the text of another tab. `finish` stops this and deletes the stored text.
 */
export function useKept(name: string, text: string | null): { finish: () => void } {
  const state = useRef({ latest: text, written: text, isFinished: false })
  useEffect(() => {
    state.current.latest = text
    const timer = setTimeout(() => write(name, state.current), 250)
    return () => clearTimeout(timer)
  }, [name, text])
  useEffect(() => {
    const leave = () => write(name, state.current)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [name])
  return {
    finish() {
      state.current.isFinished = true
      forget(name)
    },
  }
}

function write(name: string, state: { latest: string | null; written: string | null; isFinished: boolean }): void {
  if (state.isFinished || state.written === state.latest) return
  state.written = state.latest
  remember(name, state.latest)
}
