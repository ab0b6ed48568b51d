import { useEffect, useState } from 'react'
import { Spinner } from '#design/spinner.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { newProgress, type Progress, progressName } from '../progress.ts'
import { DraftOpener } from './draft-opener.tsx'
import { kept } from './use-kept.ts'
import { Wizard } from './wizard.tsx'

/** Creates a campaign in six steps, or goes on with a saved draft. */
export function CampaignWizard({ personId, draftId, step }: { personId: string; draftId: string | null; step?: number | undefined }) {
  return (
    <div className="page-column py-6 md:py-10">
      <h1 className="type-title text-3xl">{m.wizard_header(nouns)}</h1>
      {draftId === null ? <NewCampaign key="new" personId={personId} /> : <DraftOpener key={draftId} personId={personId} draftId={draftId} step={step} />}
    </div>
  )
}

/** What was typed before is known only in the browser, so the server shows the frame. */
function NewCampaign({ personId }: { personId: string }) {
  const [start, setStart] = useState<Progress | null>(null)
  useEffect(() => setStart(kept(progressName({ personId, draftId: null })) ?? newProgress()), [personId])
  if (start) return <Wizard place={{ personId, draftId: null }} subject={null} start={start} />
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <Spinner />
    </div>
  )
}
