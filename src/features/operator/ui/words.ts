import type { NotificationType } from '#features/notifications/terms.ts'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { Backups, FailedItem } from '../contract.ts'
import { type QueueName, queueCounted, type SiteWarning } from '../terms.ts'

const names: Record<QueueName, () => string> = {
  notifications: m.jobs_queue_notifications,
  handover: m.jobs_queue_handover,
  mail: m.jobs_queue_mail,
  push: m.jobs_queue_push,
  digests: m.jobs_queue_digests,
  pledges: m.jobs_queue_pledges,
}

export const queueText = (name: QueueName) => names[name]()

const notificationKinds: Record<NotificationType, () => string> = {
  pledge: m.jobs_kind_pledge,
  campaign_comment: m.jobs_kind_campaign_comment,
  comment_reply: m.jobs_kind_comment_reply,
  comment_like: m.jobs_kind_comment_like,
  campaign_update: m.jobs_kind_campaign_update,
  campaign_victory: m.jobs_kind_campaign_victory,
  campaign_milestone: m.jobs_kind_campaign_milestone,
  community_comment: m.jobs_kind_community_comment,
  community_reply: m.jobs_kind_community_reply,
  community_like: m.jobs_kind_community_like,
  community_announcement: m.jobs_kind_community_announcement,
  community_join_request: m.jobs_kind_community_join_request,
  community_join_approved: m.jobs_kind_community_join_approved,
  count_alarm: m.jobs_kind_count_alarm,
}

/** Kinds of mail that are not about a single notification. */
const mailKinds = {
  daily_digest: m.jobs_kind_daily_digest,
  weekly_digest: m.jobs_kind_weekly_digest,
  contact: m.jobs_kind_contact,
  confirm_address: m.jobs_kind_confirm_address,
  known_address: m.jobs_kind_known_address,
  reset_password: m.jobs_kind_reset_password,
  confirm_new_address: m.jobs_kind_confirm_new_address,
  address_changed: m.jobs_kind_address_changed,
  password_changed: m.jobs_kind_password_changed,
}

const jobs = {
  notifications: m.jobs_job_notifications,
  notification_clearing: m.jobs_job_notification_clearing,
  notification_ageing: m.jobs_job_notification_ageing,
  notification_mail: m.jobs_job_notification_mail,
  notification_push: m.jobs_job_notification_push,
  weekly_moments: m.jobs_job_weekly_moments,
  mail: m.jobs_job_mail,
  push: m.jobs_job_push,
  push_sweep: m.jobs_job_push_sweep,
  tallies: m.jobs_job_tallies,
  invalidations: m.jobs_job_invalidations,
  count_alarm: m.jobs_job_count_alarm,
  suspensions: m.jobs_job_suspensions,
  count_snapshots: m.jobs_job_count_snapshots,
  ranks: m.jobs_job_ranks,
  entry_summaries: m.jobs_job_entry_summaries,
  posts_of_the_week: m.jobs_job_posts_of_the_week,
  media_sweep: m.jobs_job_media_sweep,
  sweep: m.jobs_job_sweep,
  analyze: m.jobs_job_analyze,
  nightly_backup: m.jobs_job_nightly_backup,
}

const kindWords = new Map<string, () => string>(Object.entries({ ...notificationKinds, ...mailKinds }))
const jobWords = new Map<string, () => string>(Object.entries(jobs))

/** For example "Mail: new password". A kind of another version of the server is shown as it is stored. */
export const itemText = ({ queue, kind }: FailedItem) => m.jobs_item({ queue: queueText(queue), kind: kindWords.get(kind)?.() ?? kind })

/** Description of a job; null if the job is unknown to this version. */
export const jobText = (name: string): string | null => jobWords.get(name)?.() ?? null

const backupProblems: Record<NonNullable<Backups['problem']>, () => string> = { NO_SPACE: m.jobs_backup_no_space, FAILED: m.jobs_backup_failed }

export const backupProblemText = (problem: NonNullable<Backups['problem']>) => backupProblems[problem]()

const warnings: Record<SiteWarning, () => string> = {
  WEAK_SECRET: m.jobs_warning_weak_secret,
  SECRET_CHANGED: m.jobs_warning_secret_changed,
  COUNTS_NOBODY: m.jobs_warning_counts_nobody,
  COUNTS_WITHOUT_MAIL: m.jobs_warning_counts_without_mail,
  NO_SOURCE_URL: m.jobs_warning_no_source_url,
}

export const warningText = (code: SiteWarning) => warnings[code]()

const megabytes = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 2 })

/** For example 49201 is "0.05 MB". */
export const bytesText = (bytes: number) => megabytes.format(bytes / 1_000_000)

/** A dash for null; "more than" the maximum if counting stopped there. */
export function countText(count: number | null): string {
  if (count === null) return m.jobs_none()
  return count > queueCounted ? m.jobs_more({ count: formatCount(queueCounted) }) : formatCount(count)
}
