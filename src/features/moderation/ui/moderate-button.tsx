import { Gavel } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, IconButton } from '#design/button.tsx'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import type { CommentModeration } from '../contract.ts'
import { mayDecide } from '../policy.ts'
import type { ModerationDecision, ModerationState, Warning } from '../terms.ts'

const ModerateDialog = lazy(() => import('./moderate-dialog.tsx').then((part) => ({ default: part.ModerateDialog })))

type ModerateButtonProps = {
  /** An icon without text, for narrow places. */
  isIcon?: boolean
  /** Names the content, so that screen readers tell the buttons apart. */
  label: string
  /** The text of the button, with which `label` begins; without it a general one. */
  text?: string
  /** The decision in force; null if the content is visible. */
  moderation: Pick<CommentModeration, 'state'> | null
  isAuthor: boolean
  /** Saves the decision; its failure is shown in the dialog. */
  decide: (decision: ModerationDecision) => Promise<void>
  /** Warns the author of content that stays. Without it the dialog offers no warning. */
  warn?: ((warning: Warning) => Promise<void>) | undefined
  /** Removes the name of a person. Without it the dialog does not offer that. */
  removeName?: ((why: Warning) => Promise<void>) | undefined
}

/**
 * For viewers who may decide about the content: opens the dialog that hides, removes or restores it. The dialog's code loads when the button
 * is pressed.
 */
export function ModerateButton({ label, text = m.moderation_moderate(), isIcon = false, moderation, isAuthor, decide, warn, removeName }: ModerateButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (!mayDecide(readSite().viewer, { isAuthor })) return null
  // To moderators it is hidden, whoever hid it.
  const state: ModerationState = moderation === null ? 'visible' : moderation.state === 'removed' ? 'removed' : 'hidden'
  const icon = <Gavel className="size-4" aria-hidden="true" />
  return (
    <>
      {isIcon ? (
        <IconButton label={label} title={m.moderation_moderate()} onClick={() => setOpen(true)} className="text-muted">
          {icon}
        </IconButton>
      ) : (
        <Button tone="quiet" size="sm" onClick={() => setOpen(true)} aria-label={label} icon={icon}>
          {text}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ModerateDialog state={state} decide={decide} warn={warn} removeName={removeName} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
