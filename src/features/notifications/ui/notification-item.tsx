import type { MouseEvent } from 'react'
import { cx } from '#design/classes.ts'
import { VisuallyHidden } from '#design/navigation.tsx'
import { Moment } from '#design/time.tsx'
import { m } from '#messages'
import { isPlainClick } from '#platform/client/plain-click.ts'
import type { Notification } from '../contract.ts'
import { notificationPath } from '../link.ts'
import { notificationPieces, notificationSubtitle } from '../text.ts'
import { TypeMark } from './type-icon.tsx'
import type { useOpen } from './use-open.ts'

type ItemProps = { notification: Notification; now: Date; opening: ReturnType<typeof useOpen> }

/** One notification. Rendered as a link, so that it can be opened in a new tab. */
export function NotificationItem({ notification, now, opening }: ItemProps) {
  const { id, isRead, createdAt } = notification
  const subtitle = notificationSubtitle(notification)
  const isOpening = opening.openingId === id
  const click = (event: MouseEvent) => {
    if (!isPlainClick(event)) return opening.openElsewhere(notification)
    event.preventDefault()
    if (opening.openingId === null) opening.open(notification)
  }
  const middle = ({ button }: MouseEvent) => {
    if (button === 1) opening.openElsewhere(notification)
  }
  return (
    <li className="border-b border-line last:border-b-0">
      <a
        href={notificationPath(notification)}
        onClick={click}
        onAuxClick={middle}
        aria-busy={isOpening || undefined}
        className={cx('flex items-start gap-3 px-4 py-3 no-underline -outline-offset-3 hover:bg-sunk', isOpening && 'opacity-60')}
      >
        <TypeMark notification={notification} />
        <span className="min-w-0 grow">
          <span className="block leading-snug [overflow-wrap:anywhere]">
            {!isRead && <VisuallyHidden>{m.notifications_unread_one()} </VisuallyHidden>}
            {notificationPieces(notification).map(({ text, name }) =>
              name ? (
                <bdi key={name} className={isRead ? 'font-semibold' : 'font-bold'}>
                  {text}
                </bdi>
              ) : (
                <span key={text}>{text}</span>
              ),
            )}
          </span>
          {subtitle && (
            <span dir="auto" className="block w-fit max-w-full truncate text-sm text-muted">
              {subtitle}
            </span>
          )}
          <Moment at={createdAt} now={now} className="block text-sm text-muted tabular-nums" />
        </span>
        <span aria-hidden="true" className={cx('mt-1.5 size-2.5 shrink-0 rounded-full', !isRead && 'bg-accent')} />
      </a>
    </li>
  )
}
