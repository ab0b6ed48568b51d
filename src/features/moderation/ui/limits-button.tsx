import { MessageSquareLock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import type { DiscussionLimits } from '../contract.ts'
import type { SaveLimits } from './limits-dialog.tsx'

const LimitsDialog = lazy(() => import('./limits-dialog.tsx').then((part) => ({ default: part.LimitsDialog })))

type LimitsButtonProps = { limits: DiscussionLimits; save: SaveLimits }

/** For moderators: opens the dialog that locks or slows a discussion. Its code loads when the button is pressed. */
export function LimitsButton(dialog: LimitsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" size="sm" onClick={() => setOpen(true)} icon={<MessageSquareLock className="size-4" aria-hidden="true" />}>
        {m.moderation_limit()}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <LimitsDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
