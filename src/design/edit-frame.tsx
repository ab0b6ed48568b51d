import type { ReactNode } from 'react'
import { m } from '#messages'
import { Button } from './button.tsx'

type EditFrameProps = { save: () => void; isSaving: boolean; onCancel: () => void; children: ReactNode }

/** The form that replaces a text while it is edited; the children are its fields. */
export function EditFrame({ save, isSaving, onCancel, children }: EditFrameProps) {
  return (
    <form
      noValidate
      className="flex max-w-form flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      {children}
      <div className="flex gap-2">
        <Button type="submit" tone="primary" pending={isSaving}>
          {m.design_save()}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {m.design_cancel()}
        </Button>
      </div>
    </form>
  )
}
