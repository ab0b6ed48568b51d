import { Building2, Flag, Gavel, Heart, Inbox, type LucideIcon, Megaphone, MessageSquare, Reply, Siren, Trophy, UserCheck, UserPlus, Users } from 'lucide-react'
import { Avatar } from '#design/avatar.tsx'
import { cx } from '#design/classes.ts'
import type { Notification } from '../contract.ts'
import type { NotificationType } from '../terms.ts'

const icons: Record<NotificationType, LucideIcon> = {
  pledge: Users,
  campaign_comment: MessageSquare,
  comment_reply: Reply,
  comment_like: Heart,
  campaign_update: Megaphone,
  campaign_victory: Trophy,
  campaign_milestone: Flag,
  community_comment: MessageSquare,
  community_reply: Reply,
  community_like: Heart,
  community_announcement: Megaphone,
  community_join_request: UserPlus,
  community_join_approved: UserCheck,
  count_alarm: Siren,
  count_corrected: Siren,
  report_closed: Gavel,
  queue_waiting: Inbox,
  content_removed: Gavel,
  content_decision: Gavel,
  appeal_decided: Gavel,
  target_response: Building2,
  campaign_removed: Gavel,
}

/** The actor's avatar with an icon of the type; without an actor only the icon. Hidden from screen readers, because the sentence states both. */
export function TypeMark({ notification: { type, actor } }: { notification: Pick<Notification, 'type' | 'actor'> }) {
  const Icon = icons[type]
  const isVictory = type === 'campaign_victory'
  const tone = isVictory ? 'bg-victory text-on-victory' : 'bg-ink text-paper'
  if (!actor) {
    return (
      <span aria-hidden="true" className={cx('grid size-11 shrink-0 place-items-center rounded-full', tone)}>
        <Icon className="size-5" />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className="relative size-11 shrink-0">
      <Avatar name={actor.name} src={actor.avatarUrl} />
      <span className={cx('absolute -end-1 -bottom-1 grid size-5 place-items-center rounded-full border-2 border-paper', tone)}>
        <Icon className="size-2.5" strokeWidth={3} />
      </span>
    </span>
  )
}
