import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { m } from '#messages'
import { dropLate } from '#platform/client/mutation-effects.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Settings, SettingsChange } from '../contract.ts'
import { savedMs } from '../terms.ts'
import { api, ownSettings } from './api.ts'
import { useFreshViewer } from './fresh-viewer.ts'
import { problemTexts, savingProblem } from './problem-text.ts'

/** Saves some settings. "Saved" is shown for `savedMs`, a problem until the next attempt. */
export function useSave(failed: () => string, signedOut = m.settings_signed_out_kept) {
  const queryClient = useQueryClient()
  const freshen = useFreshViewer()
  const [isSaving, setSaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Returns the new settings, or null if nothing was saved. */
  async function save(changes: SettingsChange): Promise<Settings | null> {
    if (isSaving) return null
    clearTimeout(timer.current)
    setSaved(false)
    setProblem(null)
    setErrors({})
    setSaving(true)
    try {
      const saved = await api.change.call(changes)
      dropLate(queryClient, ownSettings().queryKey)
      queryClient.setQueryData(ownSettings().queryKey, saved)
      setSaved(true)
      timer.current = setTimeout(() => setSaved(false), savedMs)
      void freshen()
      return saved
    } catch (error) {
      const refused = problemTexts(refusalOf(error)?.fields ?? {})
      setErrors(refused)
      // Refused fields show their own messages.
      if (Object.keys(refused).length === 0) setProblem(savingProblem(error, { failed, signedOut }))
      return null
    } finally {
      setSaving(false)
    }
  }

  return { save, isSaving, isSaved, problem, errors }
}
