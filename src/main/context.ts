import type { PasswordChanger } from '#features/accounts/server/public.ts'
import type { WayName } from '#features/accounts/ways.ts'
import type { CommunityNews } from '#features/communities/server/public.ts'
import type { DiscussionNews } from '#features/discussion/server/public.ts'
import type { MediaStore } from '#features/media/server/public.ts'
import type { Switches } from '#features/moderation/switches/server/public.ts'
import type { StatementTokens } from '#features/moderators/appeals/server/public.ts'
import type { SuspensionEnd } from '#features/moderators/people/server/public.ts'
import type { MailListTokens } from '#features/notifications/mail-lists/server/public.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import type { BackupFolder } from '#features/operator/server/public.ts'
import type { SiteWarning } from '#features/operator/terms.ts'
import type { JoinIntentions, PledgeWriter } from '#features/pledges/server/public.ts'
import type { TallyJob } from '#features/pledges/tallies/server/public.ts'
import type { PushSender } from '#features/push/server/public.ts'
import type { CompanyChecks } from '#features/replies/server/public.ts'
import type { VisitorReports } from '#features/reports/server/public.ts'
import type { AddressConfirmation } from '#features/settings/terms.ts'
import type { ContactInbox } from '#features/site-pages/contact/server/public.ts'
import type { DeletionList } from '#platform/server/deletion-list.ts'
import type { ProofOfWork } from '#platform/server/http/proof-of-work.ts'
import type { UntrustedProxy } from '#platform/server/http/untrusted-proxy.ts'
import type { MailQueue } from '#platform/server/mail/mail-queue.ts'
import type { RequestContext } from '#platform/server/rpc.ts'

/** The long-lived components of this process that features use. */
export type Components = {
  tally: TallyJob
  pledges: PledgeWriter
  joinIntentions: JoinIntentions
  /** Starts the job that carries out corrections of counts, in the leader. */
  invalidations: { runSoon: () => void }
  /** Starts the job that hides and shows reported texts, in the leader. */
  heldContent: { runSoon: () => void }
  media: MediaStore
  discussionNews: DiscussionNews
  communityNews: CommunityNews
  notifications: NotificationQueue
  bellNews: BellNews
  suspensionEnd: Pick<SuspensionEnd, 'end'>
  push: PushSender
  /** Other sites through which people can sign in. */
  signInWays: readonly WayName[]
  mail: MailQueue
  mailListTokens: MailListTokens
  statementTokens: StatementTokens
  contact: ContactInbox
  visitorReports: VisitorReports
  proofOfWork: ProofOfWork
  companyChecks: CompanyChecks
  passwords: PasswordChanger
  deletions: DeletionList
  /** The proxy in front that TRUSTED_PROXIES lacks; null when there is none. */
  untrustedProxy: () => UntrustedProxy | null
  /** The nightly backups; null when none are made. */
  backups: BackupFolder | null
  /** Problems in the settings that operators should fix. */
  warnings: readonly SiteWarning[]
  addressConfirmation: AddressConfirmation
  switches: Switches
}

/** Everything that a procedure may use. */
export type AppContext = RequestContext & Components & { joinToken: string | null }
