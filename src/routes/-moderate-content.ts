import type { campaignsContract } from '#features/campaigns/contract.ts'
import type { chatContract } from '#features/chat/contract.ts'
import type { commentsContract } from '#features/comments/contract.ts'
import type { communitiesContract } from '#features/communities/contract.ts'
import type { communityPostsContract } from '#features/communities/posts/contract.ts'
import type { picturesContract } from '#features/moderators/pictures/contract.ts'
import type { profilesContract } from '#features/profiles/contract.ts'
import type { repliesContract } from '#features/replies/contract.ts'
import type { Limit, Moderate } from '#features/reports/queue/ui/queue-case.tsx'
import type { updatesContract } from '#features/updates/contract.ts'
import { apiFor } from '#platform/client/api.ts'

const profiles = apiFor<typeof profilesContract>('profiles')

/** The operations with which the queue moderates content: each feature has its own. */
export const moderateContent: Moderate = {
  campaign: apiFor<typeof campaignsContract>('campaigns').moderate,
  comment: apiFor<typeof commentsContract>('comments').moderate,
  update: apiFor<typeof updatesContract>('updates').moderate,
  chat_message: apiFor<typeof chatContract>('chat').moderate,
  company_statement: apiFor<typeof repliesContract>('replies').moderate,
  picture: apiFor<typeof picturesContract>('pictures').moderate,
  community: apiFor<typeof communitiesContract>('communities').moderate,
  person: { call: (decision) => profiles.moderate.call(decision), removeName: (why) => profiles.removeName.call(why) },
  post: apiFor<typeof communityPostsContract>('communityPosts').moderate,
}

const { limit } = apiFor<typeof commentsContract>('comments')

export const limitDiscussion: Limit = (id, limits, reason) => limit.call({ id, ...limits, reason })
