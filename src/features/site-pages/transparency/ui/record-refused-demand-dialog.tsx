import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectField } from '#design/choice-field.tsx'
import { useToast } from '#design/toasts.tsx'
import { type ContentKind, contentKinds } from '#features/moderation/terms.ts'
import { DemandFields, demandTexts, emptyDemand } from '#features/moderation/ui/demand-fields.tsx'
import { ReasonDialog } from '#features/moderation/ui/reason-dialog.tsx'
import { m } from '#messages'
import { refusedProblems } from '../policy.ts'
import { api, siteTransparency } from './api.ts'
import { kindTexts } from './demand-list.tsx'

/** Dialog in which a moderator records a demand that was refused. */
export function RecordRefusedDemandDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const toast = useToast()
  const [demand, setDemand] = useState(emptyDemand)
  const [about, setAbout] = useState<ContentKind | null>(null)

  async function save(reason: string) {
    await api.refuseDemand.call({ ...demand, about, reason })
    toast({ text: m.transparency_recorded() })
    await queryClient.invalidateQueries({ queryKey: siteTransparency().queryKey })
  }

  return (
    <ReasonDialog
      title={m.transparency_record_refused()}
      action={m.transparency_record()}
      hint={m.transparency_refused_reason_hint()}
      save={save}
      onClose={onClose}
      check={() => refusedProblems(demand)}
      texts={demandTexts}
    >
      {(problems) => (
        <>
          <DemandFields demand={demand} onChange={setDemand} error={problems.by} />
          <SelectField
            label={m.transparency_demand_about()}
            value={about ?? ''}
            onChange={({ target }) => setAbout(contentKinds.find((each) => each === target.value) ?? null)}
            options={[{ value: '', label: m.transparency_about_other() }, ...contentKinds.map((value) => ({ value, label: kindTexts[value]() }))]}
          />
        </>
      )}
    </ReasonDialog>
  )
}
