import { Gavel } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import type { ModerationDecision, ModerationState } from '../terms.ts'

const ModerateDialog = lazy(() => import('./moderate-dialog.tsx').then((part) => ({ default: part.ModerateDialog })))

type ModerateButtonProps = {
  /** Names the content, so that screen readers tell the buttons apart. */
  label: string
  state: ModerationState
  /** Saves the decision; its failure is shown in the dialog. */
  decide: (decision: ModerationDecision) => Promise<void>
}

/** Opens the dialog in which a moderator hides, removes or restores content. The dialog's code loads when the button is pressed. */
export function ModerateButton({ label, ...dialog }: ModerateButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" size="sm" onClick={() => setOpen(true)} aria-label={label} icon={<Gavel className="size-4" aria-hidden="true" />}>
        {m.moderation_moderate()}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ModerateDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
