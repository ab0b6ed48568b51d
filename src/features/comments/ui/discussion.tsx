import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { buttonClass, PillButton } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { EmptyState } from '#design/states.tsx'
import { useNow } from '#design/time.tsx'
import { signInHref } from '#features/accounts/ui/sign-in-href.ts'
import { communityNewsLimits } from '#features/communities/terms.ts'
import { unseen } from '#features/discussion/ui/use-news.ts'
import type { DiscussionLimits } from '#features/moderation/contract.ts'
import { isSlowed } from '#features/moderation/switches/policy.ts'
import { SlowNotice } from '#features/moderation/switches/ui/slow-notice.tsx'
import { LimitsButton } from '#features/moderation/ui/limits-button.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { reveal } from '#platform/client/reveal.ts'
import { readSite } from '#platform/client/site.ts'
import { formatCount } from '#platform/format.ts'
import { durationText } from '#platform/time-text.ts'
import { isSiteModerator } from '#platform/viewer.ts'
import { newsLimits } from '../../discussion/terms.ts'
import type { Comment } from '../contract.ts'
import { type CommentSubject, type DiscussionState, threadOrder } from '../terms.ts'
import { api, threadPages } from './api.ts'
import { cachedIds } from './comment-cache.ts'
import { CommentForm } from './comment-form.tsx'
import { findComment } from './find-comment.ts'
import { commentAnchor, type Scene } from './scene.ts'
import { Thread } from './thread.tsx'

type DiscussionProps = {
  about: CommentSubject
  state: DiscussionState
  /** Text above the comments, in place of that of the state. */
  note?: string | undefined
  /** True if the viewer may delete other people's comments. */
  mayModerate?: boolean
  /** A button about the author of a comment, for those who moderate. */
  authorButton?: Scene['authorButton']
  /** True if the campaign is the viewer's. */
  isOrganizer?: boolean
  renderedAt: number
  /** Cursor at which the list starts, for a link to a comment that is not on the first page. */
  start: string | undefined
  /** The comment that the address links to. */
  linked: { id: string; rootId: string } | null
  /** Ids of the newest comments, from the live stream. */
  news: readonly string[]
  /** Limits that moderators have set since the list was loaded. */
  limits?: DiscussionLimits | undefined
  /** Called after this viewer has posted or deleted a comment. */
  onCounted?: () => void
  /** The discussion's address, with a comment scrolled into view or with the list starting at a cursor. */
  hrefTo: (place: { commentId?: string | undefined; cursor?: string | undefined }) => string
}

/** Texts for a discussion that accepts no comments: `note` above the comments, or `empty` if there are none. */
const closed = {
  ended: { note: () => m.comments_ended(nouns), empty: () => m.comments_empty_ended(nouns) },
  locked: { note: m.comments_locked_note, empty: m.comments_empty_locked },
  hidden: { note: () => m.comments_hidden_note(nouns), empty: () => m.comments_empty_ended(nouns) },
  closed: { note: m.comments_closed, empty: m.comments_empty_closed },
  muted: { note: m.comments_members_note, empty: m.comments_empty_members },
  'members only': { note: m.comments_members_note, empty: m.comments_empty_members },
} as const satisfies Record<Exclude<DiscussionState, 'open'>, unknown>

/**
 * The comments on a campaign or a post. New comments are shown only after a button was pressed, so that the list does not move while
 * it is read.
 */
export function Discussion({
  about,
  state: access,
  note,
  mayModerate = false,
  authorButton,
  isOrganizer = false,
  renderedAt,
  start,
  linked,
  news,
  limits: newLimits,
  onCounted,
  hrefTo,
}: DiscussionProps) {
  const queryClient = useQueryClient()
  const { comments: mostNews } = 'postId' in about ? communityNewsLimits : newsLimits
  const { viewer } = readSite()
  const viewerId = viewer?.id ?? null
  const list = useSuspenseInfiniteQuery(threadPages(about, start))
  const first = list.data.pages[0]
  const limits = newLimits ?? first?.limits
  const state = access === 'open' && limits?.isLocked && isSlowed(viewer) ? 'closed' : access
  const [shown, setShown] = useState(linked)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(linked ? [linked.rootId] : []))
  const openThread = (rootId: string) => setOpen((before) => new Set(before).add(rootId))
  const toggle = (rootId: string) => (open.has(rootId) ? setOpen(new Set([...open].filter((id) => id !== rootId))) : openThread(rootId))
  const show = useEffectEvent((id: string) => reveal(commentAnchor(id)))
  useEffect(() => {
    setShown(linked)
    if (linked) setOpen((before) => new Set(before).add(linked.rootId))
  }, [linked])
  const shownId = shown?.id
  useEffect(() => (shownId ? show(shownId) : undefined), [shownId])

  const scene: Scene = {
    about,
    state,
    mayModerate,
    authorButton,
    isOrganizer,
    viewerId,
    now: useNow(renderedAt),
    hrefTo: (commentId) => hrefTo({ commentId }),
    signInTo: (commentId) => signInHref(hrefTo({ commentId })),
    openThread,
    counted: () => onCounted?.(),
  }
  const over = state === 'open' ? null : closed[state]
  const isOldestFirst = threadOrder(about) === 'oldest first'
  const threads = lastOfEach(list.data.pages.flatMap(({ items }) => items))
  const newest = first?.newest ?? null
  const fresh = unseen(news, { newest, known: cachedIds(queryClient, about) })

  async function showFresh() {
    const [commentId] = fresh
    const answers = queryClient.getQueryCache().findAll({ queryKey: api.thread.key(), type: 'active' })
    const [{ data }] = await Promise.all([list.refetch(), ...answers.map((query) => query.fetch())])
    const found = commentId ? await findComment(queryClient, { about, commentId }) : null
    if (!found) return
    const isListed = data?.pages.some(({ items }) => items.some(({ id }) => id === found.rootId))
    // The comment is not on a loaded page, so its own address is opened.
    if (!isListed) return window.location.assign(hrefTo({ commentId: found.id }))
    openThread(found.rootId)
    setShown(found)
  }
  function posted({ id }: Comment) {
    // With `start` a list with the newest first does not contain the new comment, so its own address is opened.
    if (start && !isOldestFirst) window.location.assign(hrefTo({ commentId: id }))
  }

  const composer = !over && <Composer scene={scene} slowSeconds={limits?.slowSeconds ?? 0} onPosted={posted} />
  return (
    <div className="flex flex-col gap-4">
      {limits && <ModeratorsLimits scene={scene} limits={limits} />}
      {!isOldestFirst && composer}
      {(note || (over && threads.length > 0)) && <p className="border-s-4 border-ink ps-4 text-muted [overflow-wrap:anywhere]">{note ?? over?.note()}</p>}
      {/* Has no height, so that the list does not move when the button appears. */}
      <div role="status" className="sticky top-20 z-10 -mt-4 flex h-0 items-start justify-center">
        {fresh.length > 0 && (isOldestFirst || !start) && (
          <PillButton onClick={showFresh}>{m.comments_new({ count: fresh.length, shown: fresh.length < mostNews ? fresh.length : `${mostNews}+` })}</PillButton>
        )}
      </div>
      {start && <BackLink href={hrefTo({})} isOldestFirst={isOldestFirst} />}
      <HiddenNote hidden={first?.hiddenByOrganizer ?? null} />
      {threads.length === 0 ? (
        <EmptyState level={3} title={over ? over.empty() : m.comments_empty()} />
      ) : (
        <ul className="border-t border-line">
          {threads.map((root) => (
            <Thread key={root.id} scene={scene} root={root} isOpen={open.has(root.id)} onToggle={() => toggle(root.id)} />
          ))}
        </ul>
      )}
      <LoadMore list={list} hrefFrom={(next) => hrefTo({ cursor: next })} />
      {/* At the end, because a list with the oldest first shows the new comment there. */}
      {isOldestFirst && composer}
    </div>
  )
}

const HiddenNote = ({ hidden }: { hidden: number | null }) =>
  hidden !== null && <p className="text-muted">{m.comments_hidden_by_organizer({ shown: formatCount(hidden) })}</p>

/** The link to the beginning of the list. */
const BackLink = ({ href, isOldestFirst }: { href: string; isOldestFirst: boolean }) => (
  <p>
    <a href={href} className="link inline-flex min-h-11 items-center font-semibold">
      {isOldestFirst ? m.comments_oldest() : m.comments_newest()}
    </a>
  </p>
)

/** Removes duplicates, keeping the last one: a new comment is appended to the loaded pages, and a page loaded later contains it again. */
function lastOfEach(comments: Comment[]): Comment[] {
  return [...new Map(comments.toReversed().map((comment) => [comment.id, comment])).values()].toReversed()
}

type ComposerProps = { scene: Scene; slowSeconds: number; onPosted: (comment: Comment) => void }

function Composer({ scene, slowSeconds, onPosted }: ComposerProps) {
  const { viewerId } = scene
  return (
    <>
      <SlowNotice seconds={slowSeconds} />
      {viewerId === null ? (
        <p>
          <a href={scene.signInTo()} className={buttonClass()}>
            {m.comments_sign_in()}
          </a>
        </p>
      ) : (
        <CommentForm scene={{ ...scene, viewerId }} onPosted={onPosted} />
      )}
    </>
  )
}

/** For moderators: the limits of a campaign's discussion, and the button to change them. They do not limit their own campaigns. */
function ModeratorsLimits({ scene: { about, isOrganizer }, limits }: { scene: Scene; limits: DiscussionLimits }) {
  if (!isSiteModerator(readSite().viewer) || !('campaignId' in about)) return null
  const id = about.campaignId
  return (
    <div>
      {limits.isLocked && <p className="font-semibold">{m.comments_closed_but_moderators()}</p>}
      {limits.slowSeconds !== null && <p className="font-semibold">{m.comments_slowed_but_moderators({ time: durationText(limits.slowSeconds) })}</p>}
      {!isOrganizer && (
        <div className="-ms-3">
          <LimitsButton limits={limits} save={(limits, reason) => api.limit.call({ id, ...limits, reason })} />
        </div>
      )}
    </div>
  )
}
