import type { PasswordDesk } from '#features/accounts/server/public.ts'
import type { WayName } from '#features/accounts/ways.ts'
import type { CommentDesk } from '#features/comments/server/public.ts'
import type { CommunityNews } from '#features/communities/server/public.ts'
import type { ContactDesk } from '#features/contact/server/public.ts'
import type { BackupFolder } from '#features/jobs/server/public.ts'
import type { SiteWarning } from '#features/jobs/terms.ts'
import type { TallyDesk } from '#features/live-stats/server/public.ts'
import type { MailListTokens } from '#features/mail-lists/server/public.ts'
import type { MediaDesk } from '#features/media/server/public.ts'
import type { BellNews, NotificationDesk } from '#features/notifications/server/public.ts'
import type { PledgeDesk } from '#features/pledges/server/public.ts'
import type { PushDesk } from '#features/push/server/public.ts'
import type { AddressConfirmation } from '#features/settings/terms.ts'
import type { TalkDesk } from '#features/talk/server/public.ts'
import type { DeletionList } from '#platform/server/deletion-list.ts'
import type { PagesChanged } from '#platform/server/http/page-changes.ts'
import type { UntrustedProxy } from '#platform/server/http/untrusted-proxy.ts'
import type { MailDesk } from '#platform/server/mail/mail-desk.ts'
import type { RequestContext } from '#platform/server/rpc.ts'

/** The long-lived parts of this process that features asked for. */
export type Desks = {
  tally: TallyDesk
  pledges: PledgeDesk
  media: MediaDesk
  comments: CommentDesk
  talk: TalkDesk
  communityNews: CommunityNews
  notifications: NotificationDesk
  bellNews: BellNews
  push: PushDesk
  /** Other sites that people can sign in through. */
  signInWays: readonly WayName[]
  mail: MailDesk
  mailListTokens: MailListTokens
  contact: ContactDesk
  passwords: PasswordDesk
  deletions: DeletionList
  /** The proxy in front that TRUSTED_PROXIES should name; null where there is none. */
  untrustedProxy: () => UntrustedProxy | null
  /** The nightly backups; null where none are made. */
  backups: BackupFolder | null
  /** What operators should mend in the settings. */
  warnings: readonly SiteWarning[]
  addressConfirmation: AddressConfirmation
  pagesChanged: PagesChanged
}

/** Everything that any procedure may ask for. */
export type AppContext = RequestContext & Desks
