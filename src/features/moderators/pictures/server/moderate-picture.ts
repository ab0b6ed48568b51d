import { type RawBuilder, sql } from 'kysely'
import type { CommunityNews } from '#features/communities/server/public.ts'
import type { DiscussionNews } from '#features/discussion/server/public.ts'
import { type AutomaticDecision, type ContentDecision, type Decided, decideOrApplyRule, refuseClaimed } from '#features/moderation/server/public.ts'
import { isShown, type movedStates } from '#features/moderation/terms.ts'
import type { NotificationQueue } from '#features/notifications/server/public.ts'
import { isReadByModerator } from '#features/reports/server/public.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { lockRow } from '#platform/server/lock-row.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { isVisible } from '#platform/server/store/visible.ts'
import { isSiteModerator } from '#platform/viewer.ts'
import { keepAgain, moveAway, moveBack, versionsOfPlaces } from './move-picture.ts'

type Context = { discussionNews: DiscussionNews; communityNews: CommunityNews; notifications: NotificationQueue }

/** Hides, removes or restores one picture. The content that shows it stays. */
export async function moderatePicture(tx: Tx, decision: ContentDecision | AutomaticDecision): Promise<Decided<Context>> {
  const { id, state } = decision
  const viewer = 'moderator' in decision && !decision.isOnAppeal ? decision.moderator : null
  const decides = isSiteModerator(viewer)
  const place = await placeOf(tx, id)
  if (!place) return 'absent'
  await lockPlace(tx, { id, place })
  if (viewer && decides) await refuseClaimed(tx, { kind: place.kind, id: place.contentId, moderatorId: viewer.id })
  // Read under the locks, because the author may have chosen another picture meanwhile.
  const isReached = !viewer ? sql<boolean>`true` : decides ? isReadByModerator(viewer.id) : isVisible('picture', sql`r.id`, viewer.id)
  const picture = await findPicture(tx, { id, isReached })
  if (!picture) return 'absent'
  if (!(await decideOrApplyRule(tx, { kind: 'picture', authorId: picture.ownerId }, decision))) return 'forbidden'
  const versions = await versionsOfPlaces(tx, id)
  await (isShown(state) ? moveBack(tx, id) : moveAway(tx, { id, state }))
  await keepAgain(tx, versions)
  return { publish: (context) => publish(context, place) }
}

/** Why a picture is not at its place; null if it is, or if there is no such picture. */
export async function stateOf(db: Db, id: string): Promise<(typeof movedStates)[number] | null> {
  const { rows } = await sql<{ state: (typeof movedStates)[number] }>`select state from moderated_picture where media_id = ${id} limit 1`.execute(db)
  return rows[0]?.state ?? null
}

type Place = { kind: string; contentId: string; campaignId: string | null; postId: string | null; communityId: string | null }

/** The content that shows a picture, or showed it before a decision, and where that content is. */
async function placeOf(tx: Tx, id: string): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select w.kind, w.content_id as "contentId", coalesce(u.campaign_id, s.campaign_id) as "campaignId", o.id as "postId", o.community_id as "communityId"
    from picture_place w left join campaign_update u on w.kind = 'update' and u.id = w.content_id
    left join comment s on w.kind = 'comment' and s.id = w.content_id
    left join community_post o on o.id = case w.kind when 'post' then w.content_id else s.post_id end
    where w.media_id = ${id} order by w.content_id limit 1`.execute(tx)
  return rows[0]
}

/**
 * Locks the content and the picture. Lock order: campaign or community, post, comment or update, picture; but a person after the picture, as when
 * they choose one.
 */
async function lockPlace(tx: Tx, { id, place: { kind, contentId, campaignId, postId, communityId } }: { id: string; place: Place }): Promise<void> {
  if (campaignId) await sql`select from campaign where id = ${campaignId} for share`.execute(tx)
  if (communityId) await lockRow(tx, { table: 'community', id: communityId, mode: 'share' })
  if (postId) await lockRow(tx, { table: 'community_post', id: postId, mode: kind === 'post' ? 'update' : 'share' })
  if (kind === 'campaign')
    await sql`
      select from campaign where id in (select w.content_id from picture_place w where w.media_id = ${id} and w.kind = 'campaign')
      order by id for no key update`.execute(tx)
  if (kind === 'community') await lockRow(tx, { table: 'community', id: contentId, mode: 'update' })
  if (kind === 'target') await sql`select from target where id = ${contentId} for no key update`.execute(tx)
  if (kind === 'update') await sql`select from campaign_update where id = ${contentId} for update`.execute(tx)
  if (kind === 'comment') await sql`select from comment where id = ${contentId} for update`.execute(tx)
  // A choice of this picture elsewhere locks it, too.
  await sql`select from media where id = ${id} for update`.execute(tx)
  if (kind === 'person') await sql`select from person where id = ${contentId} for no key update`.execute(tx)
}

/** A picture with its owner, if its content exists. `isReached` is a condition on its row `r`. */
async function findPicture(tx: Tx, { id, isReached }: { id: string; isReached: RawBuilder<boolean> }): Promise<{ ownerId: string | null } | undefined> {
  const { rows } = await sql<{ ownerId: string | null }>`
    select r.author_id as "ownerId" from reportable r where r.kind = 'picture' and r.id = ${id} and ${isReached}`.execute(tx)
  return rows[0]
}

/** Publishes the change to open pages as an edit of the content. */
function publish({ discussionNews, communityNews, notifications }: Context, { kind, campaignId, postId, communityId }: Place): void {
  if (campaignId) discussionNews.changed(campaignId)
  if (postId) communityNews.postChanged(postId)
  if (kind === 'post' && communityId) communityNews.changed(communityId)
  notifications.runSoon()
}
