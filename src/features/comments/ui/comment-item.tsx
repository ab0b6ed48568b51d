import { type ReactNode, useEffect, useState } from 'react'
import { Avatar } from '#design/avatar.tsx'
import { proseClass } from '#design/prose.ts'
import { Moment } from '#design/time.tsx'
import { PersonLink } from '#features/accounts/ui/person-link.tsx'
import { RoleBadge } from '#features/communities/ui/role-badge.tsx'
import { PictureGrid } from '#features/media/ui/picture-grid.tsx'
import { ModerationNote } from '#features/moderation/ui/moderation-note.tsx'
import { m } from '#messages'
import { isKept } from '#platform/client/kept-text.ts'
import { SafeHtmlBlock, serverHtml } from '#platform/client/safe-html.tsx'
import type { Comment } from '../contract.ts'
import { CommentActions } from './comment-actions.tsx'
import { CommentForm } from './comment-form.tsx'
import { EditForm } from './edit-form.tsx'
import { commentAnchor, formKeys, type Scene } from './scene.ts'

type CommentItemProps = { scene: Scene; comment: Comment; rootId: string }
type Form = { kind: 'answer' | 'edit'; isAsked: boolean }

/** A comment with its actions; a placeholder for a removed one. */
export function CommentItem({ scene, comment, rootId }: CommentItemProps) {
  const { id, author, authorRole, createdAt, isEdited, isRemoved } = comment
  const { viewerId } = scene
  const [form, setForm] = useState<Form | null>(null)
  useEffect(() => {
    if (!viewerId || isRemoved) return
    // Opens the form for a text from before a reload or sign-in.
    if (isKept(formKeys.edit(viewerId, id))) setForm({ kind: 'edit', isAsked: false })
    else if (isKept(formKeys.answer(viewerId, id))) setForm({ kind: 'answer', isAsked: false })
  }, [viewerId, id, isRemoved])
  const close = () => {
    setForm(null)
    document.getElementById(commentAnchor(id))?.focus({ preventScroll: true })
  }
  if (isRemoved || !author) {
    return (
      <article id={commentAnchor(id)} tabIndex={-1} className="linkable py-3 text-muted">
        {comment.hiddenAs === null ? (
          m.comments_removed()
        ) : (
          <>
            {comment.hiddenAs === 'mute' ? m.blocks_hidden_muted() : m.blocks_hidden_blocked()}{' '}
            <a href="/settings" className="link">
              {m.blocks_change()}
            </a>
          </>
        )}
      </article>
    )
  }
  const known = viewerId === null ? null : { ...scene, viewerId }
  return (
    <article id={commentAnchor(id)} tabIndex={-1} aria-label={author.name} className="linkable flex flex-col gap-1.5 py-3">
      <header className="flex items-center gap-2.5 text-sm">
        <Avatar name={author.name} src={author.avatarUrl} size="sm" />
        <p className="min-w-0 text-muted">
          <PersonLink person={author} className="font-semibold text-ink" />
          {authorRole && (
            <>
              {' '}
              <RoleBadge role={authorRole} />
            </>
          )}{' '}
          · <Moment at={createdAt} now={scene.now} />
          {isEdited && ` ${m.comments_edited()}`}
        </p>
      </header>
      {known && form?.kind === 'edit' ? (
        <EditForm scene={known} comment={comment} onClose={close} />
      ) : (
        <>
          {comment.moderation && <ModerationNote moderation={comment.moderation} isAuthor={comment.viewer.isAuthor} />}
          <div dir="auto" className="[overflow-wrap:anywhere]">
            <Folded isLong={isLong(comment.body)}>
              <SafeHtmlBlock html={serverHtml(comment.bodyHtml)} className={proseClass} />
            </Folded>
            <PictureGrid pictures={comment.pictures} />
          </div>
          <CommentActions
            scene={scene}
            comment={comment}
            rootId={rootId}
            onAnswer={() => setForm({ kind: 'answer', isAsked: true })}
            onEdit={() => setForm({ kind: 'edit', isAsked: true })}
          />
        </>
      )}
      {known && form?.kind === 'answer' && (
        <div className="mt-2 border-s-2 border-ink ps-4">
          <CommentForm
            scene={known}
            parent={{ id, rootId, authorName: author.name }}
            takesFocus={form.isAsked}
            onPosted={() => {
              setForm(null)
              scene.openThread(rootId)
            }}
            onCancel={close}
          />
        </div>
      )}
    </article>
  )
}

const [longestLines, lettersOnPhone] = [40, 45]

/** True for a text of more than 40 lines on a phone, estimated. */
const isLong = (text: string) => text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / lettersOnPhone)), 0) > longestLines

/** Shows the beginning of a long text, and all of it on request, also without JavaScript. */
function Folded({ isLong, children }: { isLong: boolean; children: ReactNode }) {
  if (!isLong) return children
  return (
    <div className="group">
      <div className="max-h-[20lh] overflow-hidden mask-b-from-75% group-has-[details[open]]:max-h-none group-has-[details[open]]:mask-none print:max-h-none print:mask-none">
        {children}
      </div>
      <details className="print:hidden">
        <summary className="link inline-flex min-h-11 cursor-pointer list-none items-center font-semibold">
          <span className="group-has-[details[open]]:hidden">{m.comments_unfold()}</span>
          <span className="hidden group-has-[details[open]]:inline">{m.comments_fold()}</span>
        </summary>
      </details>
    </div>
  )
}
