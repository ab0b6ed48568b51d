import { type KeyboardEvent, useEffect, useRef } from 'react'
import { TextArea } from '#design/text-field.tsx'
import { PostForm } from '#features/media/ui/post-form.tsx'
import { m } from '#messages'
import type { Comment } from '../contract.ts'
import { commentLimits, subjectIdOf } from '../terms.ts'
import { formKeys, type Scene } from './scene.ts'
import { usePostComment } from './use-post-comment.ts'

type CommentFormProps = {
  scene: Scene & { viewerId: string }
  /** The comment to answer. Without it the form starts a new thread. */
  parent?: { id: string; rootId: string; authorName: string }
  /** Focuses the text field when the form appears. */
  takesFocus?: boolean
  onPosted?: (comment: Comment) => void
  onCancel?: () => void
}

export function CommentForm({ scene, parent, takesFocus = false, onPosted, onCancel }: CommentFormProps) {
  const { about, viewerId } = scene
  const form = usePostComment({
    about,
    place: parent ? formKeys.answer(viewerId, parent.id) : formKeys.comment(viewerId, subjectIdOf(about)),
    parent: parent ?? null,
    onPosted: (comment) => {
      scene.counted()
      onPosted?.(comment)
    },
    onSignedOut: () => window.location.assign(scene.signInTo(parent?.id)),
  })
  const { posting, body, change, error, post } = form
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) area.current?.focus()
  }, [takesFocus])
  const send = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) post()
  }
  function cancel() {
    form.clear()
    onCancel?.()
  }
  return (
    <PostForm
      posting={posting}
      submit={parent ? m.comments_post_answer() : m.comments_post()}
      onPost={post}
      cancel={onCancel && { label: m.comments_cancel(), onCancel: cancel }}
      withHelp={!parent}
      className="gap-3"
    >
      <TextArea
        ref={area}
        label={parent ? m.comments_answer_to({ name: parent.authorName }) : m.comments_write()}
        placeholder={parent ? undefined : m.comments_write_placeholder()}
        rows={3}
        value={body}
        onChange={({ target }) => change(target.value)}
        onKeyDown={send}
        error={error}
        count={{ max: commentLimits.body }}
        readOnly={posting.isPosting}
        dir="auto"
      />
    </PostForm>
  )
}
