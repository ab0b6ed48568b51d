import type { NotificationType } from '#features/notifications/terms.ts'
import { m } from '#messages'
import { formatCount } from '#platform/format.ts'
import type { Backups, FailedItem } from '../contract.ts'
import { type QueueName, queueCounted, type SiteWarning } from '../terms.ts'

const names: Record<QueueName, () => string> = {
  notifications: m.operator_queue_notifications,
  handover: m.operator_queue_handover,
  mail: m.operator_queue_mail,
  push: m.operator_queue_push,
  digests: m.operator_queue_digests,
  pledges: m.operator_queue_pledges,
}

export const queueText = (name: QueueName) => names[name]()

const notificationKinds: Record<NotificationType, () => string> = {
  pledge: m.operator_kind_pledge,
  campaign_comment: m.operator_kind_campaign_comment,
  comment_reply: m.operator_kind_comment_reply,
  comment_like: m.operator_kind_comment_like,
  campaign_update: m.operator_kind_campaign_update,
  campaign_victory: m.operator_kind_campaign_victory,
  campaign_milestone: m.operator_kind_campaign_milestone,
  community_comment: m.operator_kind_community_comment,
  community_reply: m.operator_kind_community_reply,
  community_like: m.operator_kind_community_like,
  community_announcement: m.operator_kind_community_announcement,
  community_join_request: m.operator_kind_community_join_request,
  community_join_approved: m.operator_kind_community_join_approved,
  count_alarm: m.operator_kind_count_alarm,
  count_corrected: m.operator_kind_count_corrected,
  report_closed: m.operator_kind_report_closed,
  queue_waiting: m.operator_kind_queue_waiting,
  content_removed: m.operator_kind_content_removed,
  content_decision: m.operator_kind_content_decision,
  appeal_decided: m.operator_kind_appeal_decided,
  target_response: m.operator_kind_target_response,
  campaign_removed: m.operator_kind_campaign_removed,
}

/** Kinds of mail that are not about a single notification. */
const mailKinds = {
  daily_digest: m.operator_kind_daily_digest,
  weekly_digest: m.operator_kind_weekly_digest,
  contact: m.operator_kind_contact,
  confirm_report: m.operator_kind_confirm_report,
  reports_overdue: m.operator_kind_reports_overdue,
  company_link: m.operator_kind_company_link,
  company_request: m.operator_kind_company_request,
  confirm_address: m.operator_kind_confirm_address,
  known_address: m.operator_kind_known_address,
  reset_password: m.operator_kind_reset_password,
  confirm_new_address: m.operator_kind_confirm_new_address,
  address_changed: m.operator_kind_address_changed,
  password_changed: m.operator_kind_password_changed,
}

const jobs = {
  notifications: m.operator_job_notifications,
  notification_clearing: m.operator_job_notification_clearing,
  notification_ageing: m.operator_job_notification_ageing,
  digest_mail: m.operator_job_digest_mail,
  notification_mail: m.operator_job_notification_mail,
  notification_push: m.operator_job_notification_push,
  weekly_moments: m.operator_job_weekly_moments,
  mail: m.operator_job_mail,
  push: m.operator_job_push,
  push_sweep: m.operator_job_push_sweep,
  tallies: m.operator_job_tallies,
  invalidations: m.operator_job_invalidations,
  held_pledges: m.operator_job_held_pledges,
  resumed_pledges: m.operator_job_resumed_pledges,
  count_alarm: m.operator_job_count_alarm,
  suspensions: m.operator_job_suspensions,
  reports: m.operator_job_reports,
  report_mail: m.operator_job_report_mail,
  held_content: m.operator_job_held_content,
  count_snapshots: m.operator_job_count_snapshots,
  quiet_steps: m.operator_job_quiet_steps,
  daily_lists: m.operator_job_daily_lists,
  ranks: m.operator_job_ranks,
  entry_summaries: m.operator_job_entry_summaries,
  posts_of_the_week: m.operator_job_posts_of_the_week,
  media_sweep: m.operator_job_media_sweep,
  removals: m.operator_job_removals,
  sweep: m.operator_job_sweep,
  analyze: m.operator_job_analyze,
  nightly_backup: m.operator_job_nightly_backup,
}

const kindWords = new Map<string, () => string>(Object.entries({ ...notificationKinds, ...mailKinds }))
const jobWords = new Map<string, () => string>(Object.entries(jobs))

/** For example "Mail: new password". A kind of another version of the server is shown as it is stored. */
export const itemText = ({ queue, kind }: FailedItem) => m.operator_item({ queue: queueText(queue), kind: kindWords.get(kind)?.() ?? kind })

/** Description of a job; null if the job is unknown to this version. */
export const jobText = (name: string): string | null => jobWords.get(name)?.() ?? null

const backupProblems: Record<NonNullable<Backups['problem']>, () => string> = { NO_SPACE: m.operator_backup_no_space, FAILED: m.operator_backup_failed }

export const backupProblemText = (problem: NonNullable<Backups['problem']>) => backupProblems[problem]()

const warnings: Record<SiteWarning, () => string> = {
  WEAK_SECRET: m.operator_warning_weak_secret,
  SECRET_CHANGED: m.operator_warning_secret_changed,
  COUNTS_NOBODY: m.operator_warning_counts_nobody,
  COUNTS_WITHOUT_MAIL: m.operator_warning_counts_without_mail,
  NO_SOURCE_URL: m.operator_warning_no_source_url,
  NO_CONTACT: m.operator_warning_no_contact,
  NO_LAW: m.operator_warning_no_law,
  NO_MODERATORS: m.operator_warning_no_moderators,
}

export const warningText = (code: SiteWarning) => warnings[code]()

const megabytes = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 2 })

/** For example 49201 is "0.05 MB". */
export const bytesText = (bytes: number) => megabytes.format(bytes / 1_000_000)

/** A dash for null; "more than" the maximum if counting stopped there. */
export function countText(count: number | null): string {
  if (count === null) return m.operator_none()
  return count > queueCounted ? m.operator_more({ count: formatCount(queueCounted) }) : formatCount(count)
}

const acts: Record<string, () => string> = {
  'appeals.granted': m.operator_log_appeals_granted,
  'appeals.declined': m.operator_log_appeals_declined,
  'campaign.victory': m.operator_log_campaign_victory,
  'campaign.archived': m.operator_log_campaign_archived,
  'campaign.hidden_with_creator': m.operator_log_campaign_hidden_with_creator,
  'campaign.restored_with_creator': m.operator_log_campaign_restored_with_creator,
  'community.more': m.operator_log_community_more,
  'community.ban': m.operator_log_community_ban,
  'community.unban': m.operator_log_community_unban,
  'community.mute': m.operator_log_community_mute,
  'community.unmute': m.operator_log_community_unmute,
  'community_reports.keep': m.operator_log_community_reports_keep,
  'reports.keep': m.operator_log_reports_keep,
  'decision.hidden': m.operator_log_decision_hidden,
  'decision.removed': m.operator_log_decision_removed,
  'decision.visible': m.operator_log_decision_visible,
  'decision.warned': m.operator_log_decision_warned,
  'decision.suspended': m.operator_log_decision_suspended,
  'decision.lifted': m.operator_log_decision_lifted,
  'decision.hidden_by_organizer': m.operator_log_decision_hidden_by_organizer,
  'decision.shown_by_organizer': m.operator_log_decision_shown_by_organizer,
  'demands.refuse': m.operator_log_demands_refuse,
  'discussion.limit': m.operator_log_discussion_limit,
  'entries.verify': m.operator_log_entries_verify,
  'entries.rename': m.operator_log_entries_rename,
  'entries.lock': m.operator_log_entries_lock,
  'entries.unlock': m.operator_log_entries_unlock,
  'entries.delete': m.operator_log_entries_delete,
  'entries.merge': m.operator_log_entries_merge,
  'entries.unmerge': m.operator_log_entries_unmerge,
  'job.retried': m.operator_log_job_retried,
  'job.dropped': m.operator_log_job_dropped,
  'person.address_read': m.operator_log_person_address_read,
  'pledges.invalidate': m.operator_log_pledges_invalidate,
  'pledges.propose': m.operator_log_pledges_propose,
  'pledges.consent': m.operator_log_pledges_consent,
  'pledges.decline': m.operator_log_pledges_decline,
  'pledges.invalidate_stopped': m.operator_log_pledges_invalidate_stopped,
  'pledges.preview': m.operator_log_pledges_preview,
  'pledges.restore': m.operator_log_pledges_restore,
  'pledges.uphold': m.operator_log_pledges_uphold,
  'pledges.let_in': m.operator_log_pledges_let_in,
  'representatives.accepted': m.operator_log_representatives_accepted,
  'representatives.declined': m.operator_log_representatives_declined,
  'representatives.withdrawn': m.operator_log_representatives_withdrawn,
  'representatives.confirm_domain': m.operator_log_representatives_confirm_domain,
  'role.granted': m.operator_log_role_granted,
  'switch.on': m.operator_log_switch_on,
  'switch.off': m.operator_log_switch_off,
}

/** The text for an action of the audit log. An action of a later version shows its code. */
export const actText = (action: string): string => acts[action]?.() ?? action
