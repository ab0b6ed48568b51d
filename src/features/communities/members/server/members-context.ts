import type { CommunityNews } from '#features/communities/server/public.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import type { RequestContext } from '#platform/server/rpc.ts'
import type { Viewer } from '#platform/viewer.ts'

export type MembersContext = RequestContext & { communityNews: CommunityNews; notifications: NotificationQueue; bellNews: BellNews }
export type ActorsContext = MembersContext & { viewer: Viewer }
