import { useQueryClient } from '@tanstack/react-query'
import { Lock, Megaphone, MessageSquare, Pin } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Avatar } from '#design/avatar.tsx'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { LikeButton } from '#design/like-button.tsx'
import { proseClass } from '#design/prose.ts'
import { Moment } from '#design/time.tsx'
import { useToast } from '#design/toasts.tsx'
import { PersonLink } from '#features/accounts/ui/person-link.tsx'
import { isMember, mayJoin } from '#features/communities/policy.ts'
import { PictureGrid } from '#features/media/ui/picture-grid.tsx'
import { isAuthorsToEdit } from '#features/moderation/terms.ts'
import { ModerateButton } from '#features/moderation/ui/moderate-button.tsx'
import { ModerationNote } from '#features/moderation/ui/moderation-note.tsx'
import { ReportLink } from '#features/reports/ui/report-link.tsx'
import { m } from '#messages'
import { isKept } from '#platform/client/kept-text.ts'
import { onPlainClick } from '#platform/client/plain-click.ts'
import { SafeHtmlBlock, serverHtml } from '#platform/client/safe-html.tsx'
import { formatCount } from '#platform/format.ts'
import { RoleBadge } from '../../ui/role-badge.tsx'
import type { Post } from '../contract.ts'
import { api } from './api.ts'
import { EditForm } from './edit-form.tsx'
import { changePost } from './post-cache.ts'
import { PostMenu } from './post-menu.tsx'
import { formKeys, postAnchor, type Scene } from './scene.ts'
import { useSetLike } from './use-set-like.ts'

type PostItemProps = {
  scene: Scene
  post: Post
  /** True if the comments are expanded, and the full text with them. */
  isOpen: boolean
  onToggle: () => void
  discussion: (post: Post) => ReactNode
  /** A button about the author, for owner and mods. */
  authorButton: (post: Post) => ReactNode
}

/** A post with its actions and, if expanded, its comments. */
export function PostItem({ scene, post, isOpen, onToggle, discussion, authorButton }: PostItemProps) {
  const { id, author, title, moderation } = post
  const { viewerId } = scene
  const [isEditing, setEditing] = useState(false)
  useEffect(() => {
    // Opens the form for an edit from before a reload or sign-in.
    if (viewerId && isKept(formKeys.edit(viewerId, id))) setEditing(true)
  }, [viewerId, id])
  return (
    <article id={postAnchor(id)} tabIndex={-1} aria-label={title || author.name} className="linkable flex flex-col gap-3 py-6">
      <Marks post={post} />
      <header className="flex items-start gap-3">
        <Avatar name={author.name} src={author.avatarUrl} />
        <div className="min-w-0 text-sm text-muted">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <PersonLink person={author} className="font-semibold text-ink" />
            {post.authorRole && <RoleBadge role={post.authorRole} />}
          </p>
          <p>
            <Moment at={post.createdAt} now={scene.now} />
            {post.isEdited && ` ${m.community_posts_edited()}`}
          </p>
        </div>
        {(!moderation || (post.viewer.isAuthor && isAuthorsToEdit(moderation.state))) && <PostMenu scene={scene} post={post} onEdit={() => setEditing(true)} />}
      </header>
      {moderation && <ModerationNote moderation={moderation} isAuthor={post.viewer.isAuthor} />}
      {viewerId !== null && isEditing ? (
        <EditForm
          scene={{ ...scene, viewerId }}
          post={post}
          onClose={() => {
            setEditing(false)
            document.getElementById(postAnchor(id))?.focus({ preventScroll: true })
          }}
        />
      ) : (
        <PostText scene={scene} post={post} isWhole={isOpen} />
      )}
      <div className="-ms-3 flex flex-wrap items-center gap-x-1">
        {!moderation && <Like scene={scene} post={post} />}
        {!moderation && <CommentsButton scene={scene} post={post} isOpen={isOpen} onToggle={onToggle} />}
        {!moderation && !post.viewer.isAuthor && <ReportLink kind="post" id={id} label={m.reports_report_post({ name: author.name })} />}
        {!moderation && !post.viewer.isAuthor && authorButton(post)}
        <ModeratePost post={post} />
      </div>
      {isOpen && !moderation && <div className="border-s-2 border-ink ps-4 md:ps-6">{discussion(post)}</div>}
    </article>
  )
}

function ModeratePost({ post: { id, author, moderation, viewer } }: { post: Post }) {
  const queryClient = useQueryClient()
  return (
    <ModerateButton
      label={m.moderation_moderate_post({ name: author.name })}
      moderation={moderation}
      isAuthor={viewer.isAuthor}
      decide={async (decision) => {
        const decided = await api.moderate.call({ id, ...decision })
        changePost(queryClient, id, () => decided)
      }}
    />
  )
}

function Marks({ post: { isPinned, isAnnouncement, isLocked } }: { post: Post }) {
  if (!(isPinned || isAnnouncement || isLocked)) return null
  return (
    <ul className="type-label flex flex-wrap gap-x-5 gap-y-1 text-sm [&_svg]:size-4 [&>li]:inline-flex [&>li]:items-center [&>li]:gap-1.5">
      {isAnnouncement && (
        <li className="text-accent-text">
          <Megaphone aria-hidden="true" />
          {m.community_posts_is_announcement()}
        </li>
      )}
      {isPinned && (
        <li>
          <Pin aria-hidden="true" />
          {m.community_posts_is_pinned()}
        </li>
      )}
      {isLocked && (
        <li className="text-muted">
          <Lock aria-hidden="true" />
          {m.community_posts_is_locked()}
        </li>
      )}
    </ul>
  )
}

const collapsedAbove = { letters: 1_400, lines: 18 }
const isLong = (body: string) => body.length > collapsedAbove.letters || body.split('\n').length > collapsedAbove.lines

/** The text of a post, collapsed initially if it is long. Without JavaScript the link opens the post's own address, which shows it in full. */
function PostText({ scene, post, isWhole }: { scene: Scene; post: Post; isWhole: boolean }) {
  const [isExpanded, setExpanded] = useState(false)
  const isCollapsed = isLong(post.body) && !isExpanded && !isWhole
  return (
    <div className="flex flex-col gap-2">
      {/* Title and body each have their own text direction. */}
      {post.title && (
        <h3 dir="auto" className="type-title text-xl [overflow-wrap:anywhere]">
          {post.title}
        </h3>
      )}
      {/* A link in the collapsed part becomes visible when it gets the focus. */}
      <div dir="auto" className={cx(isCollapsed && 'max-h-80 overflow-hidden mask-b-from-70% focus-within:max-h-none focus-within:mask-none')}>
        <SafeHtmlBlock html={serverHtml(post.bodyHtml)} className={proseClass} />
      </div>
      {isCollapsed && (
        <p>
          <a href={scene.hrefTo(post.id)} onClick={onPlainClick(() => setExpanded(true))} className="link inline-flex min-h-11 items-center font-semibold">
            {m.community_posts_read_on()}
          </a>
        </p>
      )}
      {post.picture && <PictureGrid pictures={[post.picture]} />}
    </div>
  )
}

function Like({ scene, post: { id, likes, viewer } }: { scene: Scene; post: Post }) {
  const toast = useToast()
  const like = useSetLike(id, () => window.location.assign(scene.signInTo(id)))
  const { community } = scene
  const why = mayJoin(community) ? m.community_posts_join_to_like : m.communities_banned
  return (
    <LikeButton
      label={m.community_posts_like({ count: likes })}
      likes={likes}
      hasLiked={viewer.hasLiked}
      onPress={() => (isMember(community) ? like.mutate(!viewer.hasLiked) : toast({ text: why() }))}
      signIn={scene.viewerId === null ? scene.signInTo(id) : null}
    />
  )
}

function CommentsButton({ scene, post: { id, comments }, isOpen, onToggle }: { scene: Scene; post: Post; isOpen: boolean; onToggle: () => void }) {
  return (
    <a href={scene.hrefTo(id)} aria-expanded={isOpen} onClick={onPlainClick(onToggle)} className={buttonClass({ tone: 'quiet', size: 'sm' })}>
      <MessageSquare className={cx('size-4', isOpen && 'fill-current')} aria-hidden="true" />
      {m.community_posts_comments({ count: comments, shown: formatCount(comments) })}
    </a>
  )
}
