import { Button } from '#design/button.tsx'
import { Outcome } from '#design/outcome.tsx'
import { m } from '#messages'

type SaveRowProps = { label?: string; canSave: boolean; isUnsaved?: boolean; isSaving: boolean; saved: string | null; problem: string | null }

/** A form's save button and the result of saving. */
export function SaveRow({ label = m.settings_save(), canSave, isUnsaved = false, isSaving, saved, problem }: SaveRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button type="submit" tone="primary" disabled={!canSave && !isSaving} pending={isSaving}>
        {label}
      </Button>
      {isUnsaved && !isSaving && <p className="text-sm text-muted">{m.settings_unsaved()}</p>}
      <Outcome saved={saved} problem={problem} />
    </div>
  )
}
