import { useEffect, useRef } from 'react'
import { remember, remembered } from '#platform/client/browser-memory.ts'
import type { WizardDraft } from '../draft.ts'
import { type Progress, restoreProgress } from '../progress.ts'

type Place = { personId: string; campaignId: string }

const nameOf = ({ personId, campaignId }: Place) => `edit.${personId}.${campaignId}`

/** What an earlier visit left unsaved in this browser; null for nothing. */
export function keptEdit(place: Place): Progress | null {
  const stored = remembered(nameOf(place))
  return stored === null ? null : restoreProgress(stored)
}

export const forgetEdit = (place: Place) => remember(nameOf(place), null)

/** What is typed, upon which version of the campaign, and whether it differs from that. */
type Edit = { draft: WizardDraft; base: string; isChanged: boolean }

/** Keeps what is typed until it is saved or given up: shortly after each change, and at once when the page is left. */
export function useKeptEdit(place: Place, { draft, base, isChanged }: Edit): { finish: () => void } {
  const kept = useRef({ draft, base, isChanged, isFinished: false })
  const { personId, campaignId } = place
  useEffect(() => {
    kept.current = { ...kept.current, draft, base, isChanged }
    const timer = setTimeout(() => write({ personId, campaignId }, kept.current), 250)
    return () => clearTimeout(timer)
  }, [personId, campaignId, draft, base, isChanged])
  useEffect(() => {
    const leave = () => write({ personId, campaignId }, kept.current)
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [personId, campaignId])
  return {
    finish() {
      kept.current.isFinished = true
      forgetEdit(place)
    },
  }
}

function write(place: Place, { draft, base, isChanged, isFinished }: Edit & { isFinished: boolean }): void {
  if (!isFinished) remember(nameOf(place), isChanged ? JSON.stringify({ draft, base }) : null)
}
