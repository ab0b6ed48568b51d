import { useEffect, useState } from 'react'
import { Spinner } from '#design/spinner.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { type Progress, restoreProgress } from '../progress.ts'
import { storedProgress } from './use-progress.ts'
import { Wizard } from './wizard.tsx'

/** Creates a campaign in six steps. What was typed before is known only in the browser, so the server shows the frame. */
export function CampaignWizard({ personId }: { personId: string }) {
  const [start, setStart] = useState<Progress | null>(null)
  useEffect(() => setStart(restoreProgress(storedProgress(personId))), [personId])
  return (
    <div className="page-column py-6 md:py-10">
      <h1 className="type-title text-3xl">{m.wizard_header(nouns)}</h1>
      {start ? (
        <Wizard personId={personId} start={start} />
      ) : (
        <div className="grid min-h-[60vh] place-items-center">
          <Spinner />
        </div>
      )}
    </div>
  )
}
