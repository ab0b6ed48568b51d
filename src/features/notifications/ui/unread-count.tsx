import { cx } from '#design/classes.ts'
import { unreadCounted } from '../terms.ts'

/** The unread count as text; "99+" above the counting limit. */
export const unreadText = (unread: number) => (unread > unreadCounted ? `${unreadCounted}+` : String(unread))

/** A badge with the unread count. Hidden from screen readers, because the element next to it states the count. */
export function CountMark({ unread, className }: { unread: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'type-label inline-grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs leading-none text-on-accent tabular-nums',
        className,
      )}
    >
      {unreadText(unread)}
    </span>
  )
}
