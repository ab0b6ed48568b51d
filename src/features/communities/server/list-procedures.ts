import { implement } from '@orpc/server'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import { anyone, confirmed, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { communitiesContract } from '../contract.ts'
import { membershipFrom } from './access.ts'
import { communityTags, listedCommunities } from './cards.ts'
import { joinCommunity, leaveCommunity } from './join-and-leave.ts'
import { pageOfIds, trendingCommunities } from './list.ts'
import type { CommunityNews } from './news.ts'
import { isSomebody, ownCommunities, profileCommunities } from './of-person.ts'

type ListContext = RequestContext & { communityNews: CommunityNews; notifications: NotificationQueue; bellNews: BellNews }
const os = implement(communitiesContract).$context<ListContext>()

const list = os.list.use(anyone).handler(async ({ context: { db, viewer }, input }) => {
  const { ids, ...page } = await pageOfIds(db, input)
  return { items: await listedCommunities(db, { ids, viewer }), ...page }
})

const trending = os.trending.use(anyone).handler(async ({ context: { db, viewer } }) => {
  const found = await trendingCommunities(db)
  const posts = new Map(found.map(({ id, postsThisWeek }) => [id, postsThisWeek]))
  const cards = await listedCommunities(db, { ids: [...posts.keys()], viewer })
  // Leaves out a community that became private after the first query.
  return { items: cards.flatMap((card) => (card.privacy === 'public' ? [{ ...card, postsThisWeek: posts.get(card.id) ?? 1 }] : [])) }
})

const tags = os.tags.use(anyone).handler(async ({ context }) => ({ items: await communityTags(context.db) }))

const join = os.join.use(confirmed).handler(async ({ context, input, errors }) => {
  const { db, viewer, communityKeys, communityNews, notifications, bellNews } = context
  const { id, invite } = input
  const outcome = await joinCommunity(db, { id, viewer, invite, communityKeys })
  if (outcome === 'unknown') throw errors.NOT_FOUND()
  if (outcome === 'banned') throw errors.BANNED()
  if (outcome === 'invite invalid') throw errors.INVITE_INVALID()
  if (outcome === 'joined') {
    communityNews.changed(id)
    communityNews.accessChanged({ communityId: id, personId: viewer.id })
    bellNews.changed([viewer.id])
  }
  if (outcome === 'requested') notifications.runSoon()
  const access = await ownAccess(db, { id, viewer })
  if (!access) throw errors.NOT_FOUND()
  return access
})

const leave = os.leave.use(signedIn).handler(async ({ context, input: { id, onlyRequest }, errors }) => {
  const { db, viewer, communityNews, bellNews } = context
  const outcome = await leaveCommunity(db, { id, viewer, onlyRequest })
  if (outcome === 'unknown') throw errors.NOT_FOUND()
  if (outcome === 'owner') throw errors.OWNER_STAYS()
  if (outcome === 'left') {
    communityNews.changed(id)
    communityNews.accessChanged({ communityId: id, personId: viewer.id })
    // The unread count no longer includes notifications about the content of a private community.
    bellNews.changed([viewer.id])
  }
  const access = await ownAccess(db, { id, viewer })
  if (!access) throw errors.NOT_FOUND()
  return access
})

/** The viewer's membership now and the number of members; null if the community does not exist. */
async function ownAccess(db: Db, { id, viewer }: { id: string; viewer: Viewer }) {
  const [card] = await listedCommunities(db, { ids: [id], viewer })
  return card ? { ...card.viewer, members: card.members } : null
}

const mine = os.mine.use(signedIn).handler(async ({ context: { db, viewer }, input }) => {
  const { items, nextCursor } = await ownCommunities(db, { personId: viewer.id, ...input })
  return { items: items.map(({ role, joinedAt: _, ...card }) => ({ ...card, viewer: membershipFrom({ role, status: 'active' }) })), nextCursor }
})

const ofPerson = os.ofPerson.use(anyone).handler(async ({ context: { db, viewer }, input, errors }) => {
  const { id: personId, ...asked } = input
  const { items, nextCursor } = await profileCommunities(db, { personId, viewer, ...asked })
  if (items.length === 0 && !(await isSomebody(db, personId))) throw errors.NOT_FOUND()
  return { items: items.map(({ isModerated: _, ...item }) => item), nextCursor }
})

export const listProcedures = { list, trending, tags, join, leave, mine, ofPerson }
