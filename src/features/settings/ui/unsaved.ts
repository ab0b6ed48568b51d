import { useBlocker } from '@tanstack/react-router'
import { createContext, use, useEffect, useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { m } from '#messages'

/** The parts of the settings that have unsaved changes, each with the function that discards them. */
type Unsaved = Map<string, () => void>

const UnsavedContext = createContext<Unsaved>(new Map())
export const UnsavedProvider = UnsavedContext.Provider

/** Asks before a page with unsaved changes is left, and discards them then. Signing in again keeps them. */
export function useUnsavedWarning(): Unsaved {
  const [unsaved] = useState<Unsaved>(() => new Map())
  const { confirm } = useAlert()
  useBlocker({
    enableBeforeUnload: () => unsaved.size > 0,
    shouldBlockFn: async ({ current, next }) => {
      if (unsaved.size === 0 || next.pathname === current.pathname || next.pathname === '/auth') return false
      if (!(await confirm(m.settings_leave(), { confirm: m.settings_leave_confirm(), danger: true }))) return true
      for (const discard of unsaved.values()) discard()
      unsaved.clear()
      return false
    },
  })
  return unsaved
}

/** Reports whether this part of the settings has unsaved changes. */
export function useUnsaved(name: string, { isChanged, discard }: { isChanged: boolean; discard: () => void }): void {
  const unsaved = use(UnsavedContext)
  useEffect(() => {
    if (isChanged) unsaved.set(name, discard)
    else unsaved.delete(name)
  })
  useEffect(() => () => void unsaved.delete(name), [unsaved, name])
}
