import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import type { Comment } from '../contract.ts'
import { mayHide } from '../policy.ts'
import { api } from './api.ts'
import { changeComment } from './comment-cache.ts'
import type { Scene } from './scene.ts'

const HideDialog = lazy(() => import('./hide-dialog.tsx').then((part) => ({ default: part.HideDialog })))

/** For the organizer of a campaign: hides what somebody else wrote there, or shows it again. The dialog's code loads when the button is pressed. */
export function HideButton({ scene, comment: { id, author, moderation, viewer } }: { scene: Scene; comment: Comment }) {
  const queryClient = useQueryClient()
  const { alert } = useAlert()
  const [isOpen, setOpen] = useState(false)
  const [isSaving, setSaving] = useState(false)
  if (!mayHide({ isOrganizer: scene.isOrganizer, isAuthor: viewer.isAuthor })) return null
  const changed = ({ moderation }: Comment) => {
    changeComment(queryClient, id, (comment) => ({ ...comment, moderation }))
    scene.counted()
  }
  async function show() {
    setSaving(true)
    try {
      changed(await api.show.call({ id }))
    } catch {
      await alert(m.comments_show_failed())
    }
    setSaving(false)
  }
  if (moderation?.state === 'hidden_by_organizer') {
    return (
      <Button tone="quiet" size="sm" pending={isSaving} onClick={() => void show()} icon={<Eye className="size-4" aria-hidden="true" />}>
        {m.comments_show()}
      </Button>
    )
  }
  if (moderation) return null
  return (
    <>
      <Button
        tone="quiet"
        size="sm"
        onClick={() => setOpen(true)}
        aria-label={m.comments_hide_named({ name: author?.name ?? '' })}
        icon={<EyeOff className="size-4" aria-hidden="true" />}
      >
        {m.comments_hide()}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <HideDialog hide={async (reason) => changed(await api.hide.call({ id, reason }))} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
