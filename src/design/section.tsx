import { type ReactNode, useId } from 'react'
import { cx } from './classes.ts'

type SectionProps = {
  /** The id of the heading, for links to it. */
  id?: string
  title: ReactNode
  children: ReactNode
  /** Content beside the heading. */
  aside?: ReactNode
  /** False for a part of a page without a rule above it, with a smaller heading. */
  hasRule?: boolean
  size?: 'md' | 'lg'
}

/** A part of a page with a heading. */
export function Section({ id, title, children, aside, hasRule = true, size = hasRule ? 'lg' : 'md' }: SectionProps) {
  const ownId = useId()
  const heading = (
    <h2 id={id ?? ownId} className={cx('type-title', size === 'lg' ? 'text-2xl' : 'text-xl')}>
      {title}
    </h2>
  )
  return (
    <section aria-labelledby={id ?? ownId} className={cx('min-w-0', hasRule && 'border-t-2 border-ink pt-4')}>
      {aside ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          {heading}
          {aside}
        </div>
      ) : (
        heading
      )}
      <div className="mt-3">{children}</div>
    </section>
  )
}
