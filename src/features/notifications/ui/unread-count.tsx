import { cx } from '#design/classes.ts'
import { unreadCounted } from '../terms.ts'

/** "99+" for more than are counted. */
export const shownCount = (unread: number) => (unread > unreadCounted ? `${unreadCounted}+` : String(unread))

/** How many are unread, as a mark beside the word or the bell that says it. */
export function CountMark({ unread, className }: { unread: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'type-label inline-grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs leading-none text-on-accent tabular-nums',
        className,
      )}
    >
      {shownCount(unread)}
    </span>
  )
}
