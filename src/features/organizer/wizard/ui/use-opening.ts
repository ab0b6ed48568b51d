import { useCallback, useEffect, useState } from 'react'
import type { EditableCampaign } from '#features/campaigns/contract.ts'
import { chosenProgress, type Progress, progressFrom } from '../progress.ts'
import { api } from './api.ts'
import { forget, kept } from './use-kept.ts'

export type Opening =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  /** The saved version was changed elsewhere after text was typed here. */
  | { kind: 'choice'; campaign: EditableCampaign; takeKept: () => void; takeSaved: () => void }
  /** `isKept`: with the text that was typed here before. */
  | { kind: 'open'; campaign: EditableCampaign; start: Progress & { base: string }; isKept: boolean; times: number }

/** Opens a saved campaign for editing: the saved version, or the one stored here under `name` if the saved one has not changed since. */
export function useOpening(id: string, name: string) {
  const [opening, setOpening] = useState<Opening>({ kind: 'loading' })
  const load = useCallback(async () => {
    setOpening({ kind: 'loading' })
    try {
      const campaign = await api.campaigns.editable.call({ id })
      const [saved, here] = [progressFrom(campaign), kept(name)]
      const base = campaign.updatedAt.toISOString()
      const open = (start: Progress) => setOpening({ kind: 'open', campaign, start: { ...start, base }, isKept: start === here, times: Date.now() })
      const start = chosenProgress(saved, here)
      if (start) return open(start)
      const takeSaved = () => {
        forget(name)
        open(saved)
      }
      setOpening({ kind: 'choice', campaign, takeKept: () => open(here ?? saved), takeSaved })
    } catch (error) {
      setOpening({ kind: 'failed', error })
    }
  }, [id, name])
  useEffect(() => void load(), [load])

  return {
    opening,
    load,
    /** Discards the text typed here and loads the saved version. */
    loadSaved: () => {
      forget(name)
      void load()
    },
  }
}
