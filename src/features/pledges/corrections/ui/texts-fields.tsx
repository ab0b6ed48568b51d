import { TextArea } from '#design/text-field.tsx'
import { moderationLimits } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { invalidationLimits } from '../terms.ts'

type NoteFieldProps = { note: string; problem: string | undefined; onChange: (note: string) => void }

/** The public note of a decision that changes counts. */
export const NoteField = ({ note, problem, onChange }: NoteFieldProps) => (
  <TextArea
    label={m.corrections_note()}
    hint={m.corrections_note_hint(nouns)}
    value={note}
    onChange={({ target }) => onChange(target.value)}
    error={problem}
    count={{ max: invalidationLimits.note }}
    rows={2}
    dir="auto"
  />
)

type CorrectionTexts = { reason: string; note: string }
type TextsFieldsProps = { texts: CorrectionTexts; problems: Record<string, string>; onChange: (texts: CorrectionTexts) => void }

/** The reason for moderators and the public note. */
export function TextsFields({ texts, problems, onChange }: TextsFieldsProps) {
  return (
    <>
      <TextArea
        label={m.moderation_reason()}
        hint={m.corrections_reason_hint()}
        value={texts.reason}
        onChange={({ target }) => onChange({ ...texts, reason: target.value })}
        error={problems.reason}
        count={{ max: moderationLimits.reason }}
        rows={2}
        dir="auto"
      />
      <NoteField note={texts.note} problem={problems.note} onChange={(note) => onChange({ ...texts, note })} />
    </>
  )
}
