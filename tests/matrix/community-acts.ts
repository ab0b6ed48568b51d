import { openUrlSigner } from '#features/media/server/signed-url.ts'
import { plantNotification } from '#tests/support/notifications.ts'
import { type Person, theSite } from '#tests/support/site.ts'
import { type Input, type Raw, send } from './clients.ts'
import type { Inhabited } from './community-world.ts'
import { reported } from './streams.ts'

type Where = { at: Inhabited }

const community = ({ at }: Where): Input => ({ id: at.id })
const member = ({ at }: Where): Input => ({ id: at.id, personId: at.memberId })
const outcast = ({ at }: Where): Input => ({ id: at.id, personId: at.outcastId })
const asker = ({ at }: Where): Input => ({ id: at.id, personId: at.askerId })
const post = ({ at }: Where): Input => ({ id: at.postId })
const comment = ({ at }: Where): Input => ({ id: at.commentId })
const campaign = ({ at }: Where): Input => ({ id: at.id, campaignId: at.campaignId })

/** The input of each operation of the table for a community. The part of a name before a space is the operation's name in the contract. */
export const communityActs: Record<string, (where: Where) => Input> = {
  'communities.get': ({ at }) => ({ idOrSlug: at.slug }),
  'communities.list': ({ at }) => ({ sort: 'new', limit: 100, q: at.secret }),
  'communities.trending': () => ({}),
  'communities.tags': () => ({}),
  'communities.mine': () => ({ of: 'joined', limit: 100 }),
  'communities.ofPerson': ({ at }) => ({ id: at.memberId, of: 'joined' }),
  'communities.update': ({ at }) => ({ id: at.id, description: 'Said anew' }),
  'communities.remove': community,
  'communities.moderate': ({ at }) => ({ id: at.id, state: 'hidden', reason: 'It accuses a person of a crime.' }),
  'communities.join': community,
  'communities.leave': community,
  'communityMembers.list': ({ at }) => ({ id: at.id, limit: 100 }),
  'communityMembers.setRole': (where) => ({ ...member(where), role: 'mod' }),
  'communityMembers.remove': member,
  'communityMembers.transfer': member,
  'communityMembers.ban': member,
  'communityMembers.unban': outcast,
  'communityMembers.mute': (where) => ({ ...member(where), days: 7, reason: 'The same remark under every post.' }),
  'communityMembers.unmute': member,
  'communityMembers.muted': community,
  'communityMembers.banned': community,
  'communityMembers.requests': community,
  'communityMembers.approve': asker,
  'communityMembers.decline': asker,
  'communityMembers.invites': community,
  'communityMembers.invite': community,
  'communityMembers.withdraw': ({ at }) => ({ id: at.inviteId }),
  'communityPosts.list': community,
  'communityPosts.get': post,
  'communityPosts.post': ({ at }) => ({ id: at.id, body: 'The shop next door has it too.' }),
  'communityPosts.edit': ({ at }) => ({ id: at.postId, body: 'The shop next door has it too, and cheaper.' }),
  'communityPosts.mark': ({ at }) => ({ id: at.postId, isPinned: true }),
  'communityPosts.remove': post,
  'communityPosts.moderate': ({ at }) => ({ id: at.postId, state: 'hidden', reason: 'It names where a person lives.' }),
  'communityPosts.like': post,
  'communityPosts.unlike': post,
  'communityReports.list': community,
  'communityReports.context': ({ at }) => ({ caseId: at.caseId }),
  'communityReports.decide': ({ at }) => ({ caseId: at.caseId, state: 'removed', reason: 'Not about shops.' }),
  'comments.listOfPost': post,
  'comments.get': comment,
  'comments.thread': comment,
  'comments.postToPost': ({ at }) => ({ id: at.postId, body: 'So have I.' }),
  'comments.edit': ({ at }) => ({ id: at.commentId, body: 'I have, twice.' }),
  'comments.remove': comment,
  'comments.likePostComment': comment,
  'comments.unlikePostComment': comment,
  'comments.list by the post': post,
  'comments.like': comment,
  'comments.unlike': comment,
  'communityCampaigns.list': community,
  'communityCampaigns.link': campaign,
  'communityCampaigns.unlink': campaign,
  'communityCampaigns.behind': ({ at }) => ({ id: at.campaignId }),
  'search.preview': ({ at }) => ({ q: at.secret }),
  'search.find': ({ at }) => ({ q: at.secret, kind: 'communities', limit: 100 }),
  'search.tags': () => ({}),
  'profiles.get': ({ at }) => ({ id: at.outcastId }),
  'profiles.campaigns': ({ at }) => ({ id: at.outcastId }),
  'profiles.pledges': ({ at }) => ({ id: at.outcastId }),
  'dashboard.get': () => ({}),
  'settings.export': () => ({}),
}

const get = (path: (at: Inhabited) => string) => (who: Person | null, at: Inhabited) => send(who, { path: path(at) })
const fileOf = ({ mediaId }: Inhabited) => `/media/${mediaId}-60.webp`
const signatureOf = async (address: string, now?: number) => openUrlSigner((await theSite()).config.authSecret).sign(address, now)
const longAgo = () => Date.now() - 3 * 3_600_000

/** Replaces this person's notifications by a single one, about the comment on the post. */
async function notificationsOf(who: Person | null, { id, postId, commentId }: Inhabited): Promise<string> {
  if (!who) return ''
  const { db } = (await theSite()).store
  await db.deleteFrom('notification').where('person_id', '=', who.id).execute()
  return plantNotification(db, { personId: who.id, type: 'community_comment', community_id: id, post_id: postId, comment_id: commentId })
}

/** If a successful response counts or names the notification, replaces its text by content of the community. */
function countedIn(answer: Raw, { id, at }: { id: string; at: Inhabited }): Raw {
  if (answer.status !== 200 || answer.text === '') return answer
  const isNotified = answer.text.includes('"unread":1') || answer.text.includes(id)
  return { ...answer, text: isNotified ? `Post ${at.secret}` : '{}' }
}

/** The other ways to read. */
export const otherCommunityActs: Record<string, (who: Person | null, at: Inhabited) => Promise<Raw>> = {
  '/sitemap.xml': get(() => '/sitemap.xml'),
  '/sitemaps/communities-1.xml': get(() => '/sitemaps/communities-1.xml'),
  'picture of the post': get(fileOf),
  'picture, signed URL': async (who, at) => send(who, { path: await signatureOf(fileOf(at)) }),
  'picture, plain URL': get(fileOf),
  'picture, expired signature': async (who, at) => send(who, { path: await signatureOf(fileOf(at), longAgo()) }),
  'picture, other’s signature': async (who, at) => {
    const [, query = ''] = (await signatureOf(fileOf({ ...at, mediaId: at.postId }))).split('?')
    return send(who, { path: `${fileOf(at)}?${query}` })
  },
  'live community': (who, at) => reported(who, `community:${at.id}`),
  'live post': (who, at) => reported(who, `post:${at.postId}`),
  notifications: async (who, at) => {
    await notificationsOf(who, at)
    return send(who, { path: '/api/v1/notifications' })
  },
  'notifications counted': async (who, at) => {
    const id = await notificationsOf(who, at)
    return countedIn(await send(who, { path: '/api/v1/notifications/unread' }), { id, at })
  },
  'notifications live': async (who, at) => {
    const id = await notificationsOf(who, at)
    return countedIn(await reported(who, 'me'), { id, at })
  },
  // Feeds do not exist yet; these rows are for their future addresses.
  'feed of the community': get(({ slug }) => `/feeds/communities/${slug}.xml`),
  'feed of all': get(() => '/feeds/communities.xml'),
}
