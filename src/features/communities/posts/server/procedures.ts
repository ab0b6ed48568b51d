import { implement } from '@orpc/server'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { isMember, mayModerate } from '#features/communities/policy.ts'
import { type CommunityNews, deletePosts, lockCommunity, refuseMuted, requireInside } from '#features/communities/server/public.ts'
import { attach, type MediaStore } from '#features/media/server/public.ts'
import { publishDecided, waitingOf } from '#features/moderation/server/public.ts'
import { type Switches, startSitePause } from '#features/moderation/switches/server/public.ts'
import { announcementTakenBack, type BellNews, type NotificationQueue, recordEvent } from '#features/notifications/server/public.ts'
import { checkEditedText, checkNewText } from '#features/trust/server/public.ts'
import { raise } from '#platform/raise.ts'
import { inTransaction, once, type Tx } from '#platform/server/idempotency.ts'
import { refuseIfGone } from '#platform/server/lock-person.ts'
import { renderMarkdown } from '#platform/server/markdown.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, confirmed, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { normalized, oneLine } from '#platform/text.ts'
import type { Viewer } from '#platform/viewer.ts'
import { communityPostsContract } from '../contract.ts'
import { mayDelete, mayEdit, postProblems } from '../policy.ts'
import { lockPost, postAccess } from './access.ts'
import { moderatePost } from './moderate-post.ts'
import { likesOf, postById, postsOf } from './queries.ts'

type Context = RequestContext & {
  media: MediaStore
  communityNews: CommunityNews
  notifications: NotificationQueue
  bellNews: BellNews
  switches: Switches
}
const { makeWait, postWaiting } = waitingOf('post', moderatePost)

const os = implement(communityPostsContract).$context<Context>()

const list = os.list.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer, media } = context
  const { id: communityId, ...page } = input
  await requireInside(db, { id: communityId, viewer }, errors)
  return postsOf(db, { communityId, ...page, viewer, urlSigner: media.urlSigner })
})

const get = os.get.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer, media } = context
  if (!(await postAccess(db, { id: input.id, viewer }))) throw errors.NOT_FOUND()
  return (await postById(db, { id: input.id, viewer, urlSigner: media.urlSigner })) ?? raise(errors.NOT_FOUND())
})

const post = os.post.use(confirmed).handler(async ({ context, input, errors }) => {
  const { db, viewer, communityNews } = context
  const act = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'community-posts.post', input }
  const written = await once(act, async (tx) => {
    const community = await lockCommunity(tx, { id: input.id, viewer, lock: 'share' })
    if (!community) throw errors.NOT_FOUND()
    if (!isMember(community)) throw errors.MEMBERS_ONLY()
    await refuseMuted(tx, { community, context })
    await startSitePause(tx, context)
    const [title, body] = [oneLine(input.title ?? ''), normalized(input.body)]
    refuseFields(postProblems({ title, body }))
    const id = uuidv7()
    await tx
      .insertInto('community_post')
      .values({ id, community_id: input.id, author_id: viewer.id, title, body, body_html: renderMarkdown(body) })
      .execute()
    await attach(tx, { holder: 'community_post', id, mediaIds: input.mediaIds ?? [], ownerId: viewer.id })
    const waits = await checkNewText(tx, { context, id, title, text: body, kind: 'post' })
    if (waits !== null) await makeWait(tx, id, waits)
    await refuseIfGone(tx, viewer.id)
    return { id }
  })
  communityNews.changed(input.id)
  // The post is missing if this is a repeated request, and it was deleted or its author lost access in between.
  return (await seen(context, written.id)) ?? raise(errors.NOT_FOUND())
})

const edit = os.edit.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, communityNews } = context
  const communityId = await inTransaction(db, async (tx) => {
    const locked = await lockPost(tx, { id: input.id, viewer, lock: 'update', isForAuthor: true })
    if (!locked) throw errors.NOT_FOUND()
    const isAuthor = locked.authorId === viewer.id
    if (!isAuthor) throw errors.FORBIDDEN()
    if (!mayEdit({ isAuthor, community: locked.community })) throw errors.MEMBERS_ONLY()
    await refuseMuted(tx, { community: locked.community, context })
    const before = await tx.selectFrom('community_post').select(['title', 'body', 'moderation']).where('id', '=', input.id).executeTakeFirstOrThrow()
    const [title, body] = [oneLine(input.title ?? before.title), normalized(input.body ?? before.body)]
    refuseFields(postProblems({ title, body }))
    if (title === before.title && body === before.body) return locked.community.id
    const waits = await checkEditedText(tx, { context, id: input.id, title, text: body })
    const words = { title, body, body_html: renderMarkdown(body), updated_at: sql<Date>`clock_timestamp()` }
    await tx.updateTable('community_post').set(words).where('id', '=', input.id).execute()
    if (waits !== null) await makeWait(tx, input.id, waits)
    else if (before.moderation) await postWaiting(tx, input.id)
    return locked.community.id
  })
  communityNews.changed(communityId)
  communityNews.postChanged(input.id)
  return (await seen(context, input.id)) ?? raise(errors.NOT_FOUND())
})

const mark = os.mark.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, communityNews, notifications } = context
  const { id, isPinned, isAnnouncement, isLocked } = input
  const communityId = await inTransaction(db, async (tx) => {
    const locked = await lockPost(tx, { id, viewer, lock: 'update' })
    if (!locked) throw errors.NOT_FOUND()
    if (!mayModerate(locked.community)) throw errors.MODERATORS_ONLY()
    const marks = {
      ...(isPinned === undefined ? {} : { is_pinned: isPinned }),
      ...(isAnnouncement === undefined ? {} : { is_announcement: isAnnouncement }),
      ...(isLocked === undefined ? {} : { is_locked: isLocked }),
    }
    const isNews = isAnnouncement === true && (await isNoAnnouncement(tx, id))
    if (Object.keys(marks).length > 0) await tx.updateTable('community_post').set(marks).where('id', '=', id).execute()
    if (isAnnouncement === false) await announcementTakenBack(tx, id)
    if (isNews) await recordEvent(tx, { type: 'community_announcement', communityId: locked.community.id, postId: id, actorId: viewer.id })
    return locked.community.id
  })
  if (isAnnouncement) notifications.runSoon()
  communityNews.changed(communityId)
  communityNews.postChanged(id)
  return (await seen(context, id)) ?? raise(errors.NOT_FOUND())
})

const remove = os.remove.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, communityNews } = context
  const communityId = await inTransaction(db, async (tx) => {
    const locked = await lockPost(tx, { id: input.id, viewer, lock: 'update', isForAuthor: true })
    if (!locked) throw errors.NOT_FOUND()
    if (!mayDelete({ isAuthor: locked.authorId === viewer.id, community: locked.community })) throw errors.FORBIDDEN()
    await deletePosts(tx, [input.id])
    return locked.community.id
  })
  communityNews.changed(communityId)
  return { id: input.id }
})

const moderate = os.moderate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  publishDecided(await inTransaction(db, (tx) => moderatePost(tx, { ...input, moderator: viewer })), context, errors)
  // A moderator who decided from outside reads this post, and nothing else in its community.
  return (await stored(context, input.id)) ?? raise(errors.NOT_FOUND())
})

const like = os.like.use(confirmed).handler(({ context, input, errors }) => setLike(context, { id: input.id, liked: true, errors }))
const unlike = os.unlike.use(signedIn).handler(({ context, input, errors }) => setLike(context, { id: input.id, liked: false, errors }))

type Liking = { id: string; liked: boolean; errors: { NOT_FOUND: () => Error; MEMBERS_ONLY: () => Error } }

/** Locks post and membership until the commit, so that a post that is being deleted cannot be liked, nor a banned person like. */
async function setLike({ db, viewer, communityNews, notifications, bellNews }: Context & { viewer: Viewer }, { id, liked, errors }: Liking) {
  const { counted, authorId, isNews } = await inTransaction(db, async (tx) => {
    const locked = await lockPost(tx, { id, viewer, lock: 'share' })
    if (!locked) throw errors.NOT_FOUND()
    if (!isMember(locked.community)) throw errors.MEMBERS_ONLY()
    const { authorId } = locked
    let isNews = false
    if (liked) {
      const { numInsertedOrUpdatedRows: isNew } = await tx
        .insertInto('community_post_like')
        .values({ post_id: id, person_id: viewer.id })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      if (isNew && authorId !== viewer.id)
        isNews = await recordEvent(tx, { type: 'community_like', communityId: locked.community.id, postId: id, actorId: viewer.id })
    } else await tx.deleteFrom('community_post_like').where('post_id', '=', id).where('person_id', '=', viewer.id).execute()
    return { counted: await likesOf(tx, { id, personId: viewer.id }), authorId, isNews }
  })
  communityNews.postChanged(id)
  if (isNews) notifications.runSoon()
  // A withdrawn or repeated like records no event, but it may change the unread count.
  else if (authorId !== viewer.id) bellNews.changed([authorId])
  return counted
}

async function isNoAnnouncement(tx: Tx, id: string): Promise<boolean> {
  return !(await tx.selectFrom('community_post').select('is_announcement').where('id', '=', id).executeTakeFirstOrThrow()).is_announcement
}

/** The post for a response; null if this viewer may not see it now. */
async function seen(context: Context & { viewer: Viewer }, id: string) {
  return (await postAccess(context.db, { id, viewer: context.viewer })) && stored(context, id)
}

/** The post for a response to a viewer who may read it. */
async function stored({ db, viewer, media }: Context & { viewer: Viewer }, id: string) {
  const found = await postById(db, { id, viewer, urlSigner: media.urlSigner })
  if (!found) return null
  const { cursor: _place, ...own } = found
  return own
}

export const communityPostProcedures = os.router({ list, get, post, edit, mark, remove, moderate, like, unlike })
