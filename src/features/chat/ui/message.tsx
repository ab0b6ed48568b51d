import { Flag, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '#design/avatar.tsx'
import { IconButton, iconButtonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { Moment } from '#design/time.tsx'
import { PersonLink } from '#features/accounts/ui/person-link.tsx'
import type { ModerationDecision } from '#features/moderation/terms.ts'
import { ModerateButton } from '#features/moderation/ui/moderate-button.tsx'
import { ModerationNote } from '#features/moderation/ui/moderation-note.tsx'
import { reportHref } from '#features/reports/ui/report-link.tsx'
import { m } from '#messages'
import type { ChatMessage } from '../contract.ts'

type MessageProps = {
  message: ChatMessage
  isMore: boolean
  isMine: boolean
  now: Date
  /** Null for viewers who may not delete it. */
  onRemove: ((message: ChatMessage) => Promise<void>) | null
  onModerate: (id: string, decision: ModerationDecision) => Promise<void>
}

/** With a mouse, the actions are visible for the message under the pointer alone. */
const onHover = 'text-muted focus-visible:opacity-100 pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100'

export const Message = memo(function Message({ message, isMore, isMine, now, onRemove, onModerate }: MessageProps) {
  const { id, author, body, createdAt, moderation } = message
  return (
    <li data-message={id} className={cx('group grid grid-cols-[2rem_1fr_auto] gap-x-2 px-3', !isMore && 'mt-3')}>
      {isMore ? <span /> : <Avatar name={author.name} src={author.avatarUrl} size="sm" />}
      <div className="min-w-0">
        <p className={cx('flex flex-wrap items-baseline gap-x-2', isMore && 'sr-only')}>
          {isMine ? <bdi className="font-semibold">{m.chat_you()}</bdi> : <PersonLink person={author} className="font-semibold" />}
          <Moment at={createdAt} now={now} className="text-xs text-muted" />
        </p>
        {moderation && (
          <div className="pb-2">
            <ModerationNote moderation={moderation} isAuthor={isMine} />
          </div>
        )}
        <Body text={body} />
      </div>
      <div className="-my-1 -me-2 flex">
        {!isMine && !moderation && (
          <a
            href={reportHref('chat_message', id)}
            rel="nofollow"
            aria-label={m.reports_report_chat_message({ name: author.name })}
            title={m.reports_report()}
            className={cx(iconButtonClass, onHover)}
          >
            <Flag className="size-4" aria-hidden="true" />
          </a>
        )}
        <ModerateButton
          isIcon
          label={m.moderation_moderate_message({ name: author.name })}
          moderation={moderation}
          isAuthor={isMine}
          decide={(decision) => onModerate(id, decision)}
        />
        {onRemove && (
          <IconButton
            label={m.chat_delete_named({ name: author.name })}
            title={m.chat_delete()}
            onClick={() => void onRemove(message)}
            className={cx(onHover, 'hover:text-danger-text')}
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  )
})

/** The viewer's own message until the server has confirmed it. */
export function MessageOnItsWay({ body, name, avatarUrl }: { body: string; name: string; avatarUrl: string | null }) {
  return (
    <li className="mt-3 grid grid-cols-[2rem_1fr] gap-x-2 px-3 opacity-60">
      <Avatar name={name} src={avatarUrl} size="sm" />
      <div className="min-w-0">
        <p className="flex items-baseline gap-x-2">
          <span className="font-semibold">{m.chat_you()}</span>
          <span className="text-xs text-muted">{m.chat_sending()}</span>
        </p>
        <Body text={body} />
      </div>
    </li>
  )
}

function Body({ text }: { text: string }) {
  return (
    <p dir="auto" className="leading-snug whitespace-pre-wrap wrap-anywhere">
      {text}
    </p>
  )
}
