import { useState } from 'react'
import { useToast } from '#design/toasts.tsx'
import type { Rule } from '#features/moderation/terms.ts'
import { ReasonDialog } from '#features/moderation/ui/reason-dialog.tsx'
import { RuleField } from '#features/moderation/ui/rule-field.tsx'
import { m } from '#messages'
import { api } from './api.ts'
import { refusals } from './refusals.ts'

type RemoveDialogProps = { caseId: string; version: string; onRemoved: () => Promise<unknown>; onClose: () => void }

/** The owner or a mod removes what was reported, by a rule and with a reason for its author. */
export function RemoveDialog({ caseId, version, onRemoved, onClose }: RemoveDialogProps) {
  const toast = useToast()
  const [rule, setRule] = useState<Rule>()

  async function save(reason: string) {
    await api.decide.call({ caseId, state: 'removed', ...(rule && { rule }), reason, version })
    toast({ text: m.community_reports_removed() })
    void onRemoved()
  }

  return (
    <ReasonDialog
      title={m.community_reports_remove()}
      action={m.moderation_remove()}
      hint={m.moderation_reason_hint()}
      save={save}
      onClose={onClose}
      check={() => !rule && { rule: 'RULE_MISSING' }}
      texts={refusals}
    >
      {(problems) => (
        <>
          <p>{m.community_reports_remove_text()}</p>
          <RuleField rule={rule} onChange={setRule} error={problems.rule} />
        </>
      )}
    </ReasonDialog>
  )
}
