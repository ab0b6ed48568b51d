import { useCallback, useEffect, useState } from 'react'
import type { EditableCampaign } from '#features/campaigns/contract.ts'
import { chosenProgress, type Progress, progressFrom } from '../progress.ts'
import { api } from './api.ts'

export type Opening =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  /** Changed elsewhere after something was typed here. */
  | { kind: 'choice'; campaign: EditableCampaign; takeKept: () => void; takeSaved: () => void }
  /** `isKept`: with what was typed here before. */
  | { kind: 'open'; campaign: EditableCampaign; start: Progress & { base: string }; isKept: boolean; times: number }

/** What an earlier visit left in this browser. */
type Memory = { read: () => Progress | null; forget: () => void }

/** Opens a saved campaign to go on with it: as it is saved, or as it was left here if nobody has changed it since. */
export function useOpening(id: string, memory: Memory) {
  const [opening, setOpening] = useState<Opening>({ kind: 'loading' })
  const { read, forget } = memory
  const load = useCallback(async () => {
    setOpening({ kind: 'loading' })
    try {
      const campaign = await api.campaigns.editable.call({ id })
      const [saved, kept] = [progressFrom(campaign), read()]
      const base = campaign.updatedAt.toISOString()
      const open = (start: Progress) => setOpening({ kind: 'open', campaign, start: { ...start, base }, isKept: start === kept, times: Date.now() })
      const start = chosenProgress(saved, kept)
      if (start) return open(start)
      const takeSaved = () => {
        forget()
        open(saved)
      }
      setOpening({ kind: 'choice', campaign, takeKept: () => open(kept ?? saved), takeSaved })
    } catch (error) {
      setOpening({ kind: 'failed', error })
    }
  }, [id, read, forget])
  useEffect(() => void load(), [load])

  return {
    opening,
    load,
    /** Gives up what was typed here for what is saved. */
    loadSaved: () => {
      forget()
      void load()
    },
  }
}
