import { cx } from './classes.ts'
import { Tally } from './tally.tsx'

/** The site's mark and name without a link; the caller wraps both in one. */
export function Logo({ name, className }: { name: string; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2 text-ink', className)}>
      <Tally className="size-7" />
      <span className="type-title text-xl leading-none uppercase">{name}</span>
    </span>
  )
}
