import { cx } from '#design/classes.ts'
import { m } from '#messages'

/** Says on a picture that a model drew it. */
export function AiBadge({ className }: { className?: string }) {
  return (
    <span className={cx('type-label rounded-sm border border-ink bg-paper px-2 py-1 text-xs leading-none text-ink', className)}>
      <span aria-hidden="true">{m.media_ai()}</span>
      <span className="sr-only">{m.media_ai_spoken()}</span>
    </span>
  )
}
