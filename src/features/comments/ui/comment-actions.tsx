import { useQueryClient } from '@tanstack/react-query'
import { MessageSquareReply, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Button, buttonClass } from '#design/button.tsx'
import { LikeButton } from '#design/like-button.tsx'
import { isAuthorsToEdit } from '#features/moderation/terms.ts'
import { ModerateButton } from '#features/moderation/ui/moderate-button.tsx'
import { ReportLink } from '#features/reports/ui/report-link.tsx'
import { m } from '#messages'
import { focusNeighbor } from '#platform/client/focus-neighbor.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Comment } from '../contract.ts'
import { mayAnswer, mayChange, mayDelete, takesComments, takesDeletions, takesEdits, takesLikes } from '../policy.ts'
import { api } from './api.ts'
import { changeComment, removeComment } from './comment-cache.ts'
import { HideButton } from './hide-button.tsx'
import { commentAnchor, type Scene } from './scene.ts'
import { useSetLike } from './use-set-like.ts'

type ActionsProps = { scene: Scene; comment: Comment; rootId: string; onAnswer: () => void; onEdit: () => void }

/** The actions that the viewer may take; a visitor gets links to sign in instead. */
export function CommentActions({ scene, comment, rootId, onAnswer, onEdit }: ActionsProps) {
  const mayReply = takesComments(scene.state) && mayAnswer(comment)
  if (comment.moderation) {
    return (
      <div className="-ms-3 flex flex-wrap">
        {comment.viewer.isAuthor && isAuthorsToEdit(comment.moderation.state) && (
          <>
            <EditButton onEdit={onEdit} />
            <DeleteButton scene={scene} comment={comment} rootId={rootId} />
          </>
        )}
        <HideButton scene={scene} comment={comment} />
        <Moderate scene={scene} comment={comment} />
      </div>
    )
  }
  const replyName = m.comments_reply_named({ name: comment.author?.name ?? '' })
  const replyIcon = <MessageSquareReply className="size-4" aria-hidden="true" />
  return (
    <div className="-ms-3 flex flex-wrap items-center">
      <Like scene={scene} comment={comment} />
      {mayReply &&
        (scene.viewerId === null ? (
          <a href={scene.signInTo(comment.id)} aria-label={replyName} className={buttonClass({ tone: 'quiet', size: 'sm' })}>
            {replyIcon}
            {m.comments_reply()}
          </a>
        ) : (
          <Button tone="quiet" size="sm" onClick={onAnswer} aria-label={replyName} icon={replyIcon}>
            {m.comments_reply()}
          </Button>
        ))}
      {mayChange(comment.viewer) && takesEdits(scene.state) && <EditButton onEdit={onEdit} />}
      {mayDelete({ ...comment.viewer, mayModerate: scene.mayModerate }) && takesDeletions(scene.state) && (
        <DeleteButton scene={scene} comment={comment} rootId={rootId} />
      )}
      {!comment.viewer.isAuthor && <ReportLink kind="comment" id={comment.id} label={m.reports_report_comment({ name: comment.author?.name ?? '' })} />}
      {!comment.viewer.isAuthor && scene.authorButton?.(comment)}
      <HideButton scene={scene} comment={comment} />
      <Moderate scene={scene} comment={comment} />
    </div>
  )
}

const EditButton = ({ onEdit }: Pick<ActionsProps, 'onEdit'>) => (
  <Button tone="quiet" size="sm" onClick={onEdit} icon={<Pencil className="size-4" aria-hidden="true" />}>
    {m.comments_edit()}
  </Button>
)

/** A comment that moderators hid or removed has no other actions. */
function Moderate({ scene, comment: { id, author, moderation, viewer } }: { scene: Scene; comment: Comment }) {
  const queryClient = useQueryClient()
  return (
    <ModerateButton
      label={m.moderation_moderate_comment({ name: author?.name ?? '' })}
      moderation={moderation}
      isAuthor={viewer.isAuthor}
      decide={async (decision) => {
        const decided = await api.moderate.call({ id, ...decision })
        changeComment(queryClient, id, (comment) => ({ ...comment, moderation: decided.moderation }))
        scene.counted()
      }}
    />
  )
}

function Like({ scene, comment: { id, likes, viewer } }: { scene: Scene; comment: Comment }) {
  const like = useSetLike({ id, about: scene.about }, () => window.location.assign(scene.signInTo(id)))
  const isOpen = takesLikes(scene.state)
  return (
    <LikeButton
      label={m.comments_like({ count: likes })}
      likes={likes}
      hasLiked={viewer.hasLiked}
      onPress={() => like.mutate(!viewer.hasLiked)}
      disabled={!isOpen}
      signIn={scene.viewerId === null && isOpen ? scene.signInTo(id) : null}
    />
  )
}

function DeleteButton({ scene, comment, rootId }: { scene: Scene; comment: Comment; rootId: string }) {
  const queryClient = useQueryClient()
  const { alert, confirm } = useAlert()
  const [isDeleting, setDeleting] = useState(false)
  async function remove() {
    if (!(await confirm(m.comments_delete_ask(), { confirm: m.comments_delete(), danger: true }))) return
    setDeleting(true)
    try {
      await api.remove.call({ id: comment.id })
      // The button is removed, so the focus is moved to an element near it.
      document.getElementById(commentAnchor(rootId))?.focus({ preventScroll: true })
      const keepFocus = focusNeighbor(document.getElementById(commentAnchor(comment.id)))
      removeComment(queryClient, comment, rootId)
      keepFocus()
      scene.counted()
    } catch (error) {
      // The comment was deleted elsewhere, so it is removed here too.
      if (refusalOf(error)?.code === 'NOT_FOUND') return removeComment(queryClient, comment, rootId)
      setDeleting(false)
      await alert(m.comments_delete_failed())
    }
  }
  return (
    <Button tone="quiet" size="sm" pending={isDeleting} onClick={remove} icon={<Trash2 className="size-4" aria-hidden="true" />}>
      {m.comments_delete()}
    </Button>
  )
}
