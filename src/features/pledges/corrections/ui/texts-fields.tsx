import { TextArea } from '#design/text-field.tsx'
import { moderationLimits } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { invalidationLimits } from '../terms.ts'

export type CorrectionTexts = { reason: string; note: string }
type TextsFieldsProps = { texts: CorrectionTexts; problems: Record<string, string>; onChange: (texts: CorrectionTexts) => void }

/** The reason for moderators and the public note, which every correction and its undo need. */
export function TextsFields({ texts, problems, onChange }: TextsFieldsProps) {
  return (
    <>
      <TextArea
        label={m.corrections_reason()}
        hint={m.corrections_reason_hint()}
        value={texts.reason}
        onChange={({ target }) => onChange({ ...texts, reason: target.value })}
        error={problems.reason}
        count={{ max: moderationLimits.reason }}
        rows={2}
        dir="auto"
      />
      <TextArea
        label={m.corrections_note()}
        hint={m.corrections_note_hint(nouns)}
        value={texts.note}
        onChange={({ target }) => onChange({ ...texts, note: target.value })}
        error={problems.note}
        count={{ max: invalidationLimits.note }}
        rows={2}
        dir="auto"
      />
    </>
  )
}
