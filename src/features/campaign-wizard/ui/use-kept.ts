import { useEffect, useRef } from 'react'
import { remember, remembered } from '#platform/client/browser-memory.ts'
import { type Progress, restoreProgress } from '../progress.ts'

/** What an earlier visit left in this browser under a name; null for nothing. */
export function kept(name: string): Progress | null {
  const stored = remembered(name)
  return stored === null ? null : restoreProgress(stored)
}

export const forget = (name: string) => remember(name, null)

/**
 * Keeps what is typed, as text, under a name: shortly after each change, and at once when the page is left; null keeps
 * nothing. What was not changed here is not written, so that one tab never takes away what another keeps. `finish` ends
 * it: what was kept is deleted.
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
