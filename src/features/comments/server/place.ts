import { heldStanding, standingOf } from '#features/campaigns/server/public.ts'
import type { Status } from '#features/campaigns/terms.ts'
import { isMember, mayModerate } from '#features/communities/policy.ts'
import { takesComments } from '#features/community-posts/policy.ts'
import { heldPost, type PostStanding, postStanding } from '#features/community-posts/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import type { Viewer } from '#platform/viewer.ts'
import { mayDiscuss } from '../policy.ts'
import type { Barrier, Place } from '../terms.ts'

/** What a viewer who may read a discussion may do in it: null where nothing bars it. */
export type Rights = {
  /** New comments and answers. */
  comment: Barrier | null
  like: Barrier | null
  /** Changing one's own words. */
  edit: Barrier | null
  /** Deleting what others said. */
  mayModerate: boolean
  /** Its pictures are for members, at addresses that expire. */
  isPrivate: boolean
}

type Asked = { place: Place; viewer: Viewer | null }

/** Null where this viewer may not know of the place. */
export async function rightsIn(db: Db, { place, viewer }: Asked): Promise<Rights | null> {
  if ('postId' in place) return rightsOnPost(await postStanding(db, { id: place.postId, viewer }))
  return rightsOnCampaign(await standingOf(db, { id: place.campaignId, viewer }))
}

/** The same, and it stays so until the transaction ends. The place is held before any comment in it. */
export async function heldRights(tx: Tx, { place, viewer }: Asked): Promise<Rights | null> {
  if ('postId' in place) return rightsOnPost(await heldPost(tx, { id: place.postId, viewer, hold: 'share' }))
  return rightsOnCampaign(await heldStanding(tx, { id: place.campaignId, viewer }))
}

function rightsOnCampaign(campaign: { status: Status } | null): Rights | null {
  if (!campaign) return null
  const barrier = mayDiscuss(campaign) ? null : 'CAMPAIGN_NOT_ACTIVE'
  return { comment: barrier, like: barrier, edit: null, mayModerate: false, isPrivate: false }
}

function rightsOnPost(post: PostStanding | null): Rights | null {
  if (!post) return null
  const barrier = isMember(post.community) ? null : 'MEMBERS_ONLY'
  const isPrivate = post.community.privacy === 'private'
  const comment = barrier ?? (takesComments(post) ? null : 'POST_LOCKED')
  return { comment, like: barrier, edit: barrier, mayModerate: mayModerate(post.community), isPrivate }
}
