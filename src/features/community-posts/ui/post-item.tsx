import { Heart, Lock, Megaphone, MessageSquare, Pin } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Avatar } from '#design/avatar.tsx'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { proseClass } from '#design/prose.ts'
import { Moment } from '#design/time.tsx'
import { useToast } from '#design/toasts.tsx'
import { PersonLink } from '#features/accounts/ui/public.ts'
import { isMember, mayJoin } from '#features/communities/policy.ts'
import { RoleBadge } from '#features/communities/ui/public.ts'
import { PictureGrid } from '#features/media/ui/public.ts'
import { m } from '#messages'
import { isKept } from '#platform/client/kept-text.ts'
import { isPlainClick } from '#platform/client/plain-click.ts'
import { SafeHtmlBlock, serverHtml } from '#platform/client/safe-html.tsx'
import { formatCount } from '#platform/format.ts'
import type { Post } from '../contract.ts'
import { EditForm } from './edit-form.tsx'
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
}

/** A post with its actions and, if expanded, its comments. */
export function PostItem({ scene, post, isOpen, onToggle, discussion }: PostItemProps) {
  const { id, author, title } = post
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
        <PostMenu scene={scene} post={post} onEdit={() => setEditing(true)} />
      </header>
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
        <Words scene={scene} post={post} isWhole={isOpen} />
      )}
      <div className="-ms-3 flex flex-wrap items-center gap-x-1">
        <LikeButton scene={scene} post={post} />
        <CommentsButton scene={scene} post={post} isOpen={isOpen} onToggle={onToggle} />
      </div>
      {isOpen && <div className="border-s-2 border-ink ps-4 md:ps-6">{discussion(post)}</div>}
    </article>
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

const foldedFrom = { letters: 1_400, lines: 18 }
const isLong = (body: string) => body.length > foldedFrom.letters || body.split('\n').length > foldedFrom.lines

/** The text of a post, collapsed initially if it is long. Without JavaScript the link opens the post's own address, which shows it in full. */
function Words({ scene, post, isWhole }: { scene: Scene; post: Post; isWhole: boolean }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isFolded = isLong(post.body) && !isUnfolded && !isWhole
  const unfold = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    setUnfolded(true)
  }
  return (
    <div className="flex flex-col gap-2">
      {/* Title and body each have their own text direction. */}
      {post.title && (
        <h3 dir="auto" className="type-title text-xl [overflow-wrap:anywhere]">
          {post.title}
        </h3>
      )}
      {/* A link in the collapsed part becomes visible when it gets the focus. */}
      <div dir="auto" className={cx(isFolded && 'max-h-80 overflow-hidden mask-b-from-70% focus-within:max-h-none focus-within:mask-none')}>
        <SafeHtmlBlock html={serverHtml(post.bodyHtml)} className={proseClass} />
      </div>
      {isFolded && (
        <p>
          <a href={scene.hrefTo(post.id)} onClick={unfold} className="link inline-flex min-h-11 items-center font-semibold">
            {m.community_posts_read_on()}
          </a>
        </p>
      )}
      {post.picture && <PictureGrid pictures={[post.picture]} />}
    </div>
  )
}

function LikeButton({ scene, post: { id, likes, viewer } }: { scene: Scene; post: Post }) {
  const toast = useToast()
  const like = useSetLike(id, () => window.location.assign(scene.signInTo(id)))
  const look = buttonClass({ tone: 'quiet', size: 'sm' })
  const label = m.community_posts_like({ count: likes })
  const shown = (
    <>
      <Heart className={cx('size-4', viewer.hasLiked && 'fill-current text-accent-text')} aria-hidden="true" />
      <span className="tabular-nums">{formatCount(likes)}</span>
    </>
  )
  if (scene.viewerId === null) {
    return (
      <a href={scene.signInTo(id)} aria-label={label} className={look}>
        {shown}
      </a>
    )
  }
  const { community } = scene
  const why = mayJoin(community) ? m.community_posts_join_to_like : m.communities_banned
  const press = () => (isMember(community) ? like.mutate(!viewer.hasLiked) : toast({ text: why() }))
  return (
    <button type="button" aria-pressed={viewer.hasLiked} aria-label={label} onClick={press} className={look}>
      {shown}
    </button>
  )
}

function CommentsButton({ scene, post: { id, comments }, isOpen, onToggle }: { scene: Scene; post: Post; isOpen: boolean; onToggle: () => void }) {
  const toggle = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    onToggle()
  }
  return (
    <a href={scene.hrefTo(id)} aria-expanded={isOpen} onClick={toggle} className={buttonClass({ tone: 'quiet', size: 'sm' })}>
      <MessageSquare className={cx('size-4', isOpen && 'fill-current')} aria-hidden="true" />
      {m.community_posts_comments({ count: comments, shown: formatCount(comments) })}
    </a>
  )
}
