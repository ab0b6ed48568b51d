import { Button } from '#design/button.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'

type ButtonsProps = { isSaving: boolean; onLoadSaved: () => void; onOverwrite: () => void }

/** The options when the saved version was changed elsewhere since it was opened here. */
export function VersionButtons({ isSaving, onLoadSaved, onOverwrite }: ButtonsProps) {
  return (
    <>
      <Button onClick={onLoadSaved}>{m.wizard_load_saved()}</Button>
      <Button tone="primary" pending={isSaving} onClick={onOverwrite}>
        {m.wizard_save_over()}
      </Button>
    </>
  )
}

/** Offers both versions when the saved one was changed elsewhere after text was typed here. */
export function VersionChoice({ takeKept, takeSaved }: { takeKept: () => void; takeSaved: () => void }) {
  return (
    <EmptyState
      className="mt-6"
      title={m.wizard_choice()}
      action={
        <>
          <Button tone="primary" onClick={takeKept}>
            {m.wizard_choice_kept()}
          </Button>
          <Button onClick={takeSaved}>{m.wizard_choice_saved()}</Button>
        </>
      }
    >
      {m.wizard_choice_text()}
    </EmptyState>
  )
}
