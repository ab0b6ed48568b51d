import { campaignAccess, lockedAccess } from '#features/campaigns/server/public.ts'
import type { Status } from '#features/campaigns/terms.ts'
import { isMember, mayModerate } from '#features/communities/policy.ts'
import { takesComments } from '#features/communities/posts/policy.ts'
import { lockPost, type PostAccess, postAccess } from '#features/communities/posts/server/public.ts'
import type { CommunityAccess } from '#features/communities/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayDiscuss } from '../policy.ts'
import type { Barrier, CommentSubject } from '../terms.ts'

/** The rights of a viewer who may read a discussion. A barrier is the reason why an action is refused; null means that it is allowed. */
export type Rights = {
  /** Posting comments and replies. */
  comment: Barrier | null
  like: Barrier | null
  /** Editing one's own comments. */
  edit: Barrier | null
  /** Deleting other people's comments. */
  mayModerate: boolean
  /** Hiding other people's comments in one's own campaign. */
  isOrganizer: boolean
  /** True if only members may see the pictures, at signed URLs that expire. */
  isPrivate: boolean
  /** The community of the post; null on a campaign. */
  community: CommunityAccess | null
}

type Query = { place: CommentSubject; viewer: Viewer | null }
/** Both are as for `lockPost`. */
type Locking = Query & { forDecision?: boolean; isOutsider?: boolean }

/** Returns null if this viewer may not see the campaign or post. */
export async function rightsIn(db: Db, { place, viewer }: Query): Promise<Rights | null> {
  if ('postId' in place) return rightsOnPost(await postAccess(db, { id: place.postId, viewer }))
  return rightsOnCampaign(await campaignAccess(db, { id: place.campaignId, viewer }))
}

/** Like `rightsIn`, but for writing or for a moderator's decision, and locks the rows until the transaction ends. Lock order: campaign or post, then comments. */
export async function lockedRights(tx: Tx, { place, viewer, forDecision = false, isOutsider = false }: Locking): Promise<Rights | null> {
  if ('postId' in place) return rightsOnPost(await lockPost(tx, { id: place.postId, viewer, lock: 'share', forDecision, isOutsider }))
  return rightsOnCampaign(await lockedAccess(tx, { id: place.campaignId, viewer, forDecision }))
}

function rightsOnCampaign(campaign: { status: Status; viewer: { isCreator: boolean } } | null): Rights | null {
  if (!campaign) return null
  const barrier = mayDiscuss(campaign) ? null : 'CAMPAIGN_NOT_ACTIVE'
  return { comment: barrier, like: barrier, edit: null, mayModerate: false, isOrganizer: campaign.viewer.isCreator, isPrivate: false, community: null }
}

function rightsOnPost(post: PostAccess | null): Rights | null {
  if (!post) return null
  const barrier = isMember(post.community) ? null : 'MEMBERS_ONLY'
  const isPrivate = post.community.privacy === 'private'
  const comment = barrier ?? (takesComments(post) ? null : 'POST_LOCKED')
  const { community } = post
  return { comment, like: barrier, edit: barrier, mayModerate: mayModerate(community), isOrganizer: false, isPrivate, community }
}
