import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { DraftOpener } from './draft-opener.tsx'
import { NewCampaign } from './new-campaign.tsx'

type WizardProps = { personId: string; draftId: string | null; step?: number | undefined; target?: string | undefined }

/** Creates a campaign in six steps, optionally about the target with this slug, or continues a saved draft. */
export function CampaignWizard({ personId, draftId, step, target }: WizardProps) {
  return (
    <div className="page-column py-6">
      <h1 className="type-title text-3xl">{m.wizard_header(nouns)}</h1>
      {draftId === null ? (
        <NewCampaign key="new" personId={personId} slug={target} />
      ) : (
        <DraftOpener key={draftId} personId={personId} draftId={draftId} step={step} />
      )}
    </div>
  )
}
