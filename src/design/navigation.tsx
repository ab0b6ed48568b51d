import type { ReactNode } from 'react'
import { m } from '#messages'
import { cx } from './classes.ts'

/** `trail`: the links to the pages above this one, first to last; `current`: this page's name. */
export function Breadcrumb({ trail, current }: { trail: ReadonlyArray<ReactNode>; current: string }) {
  return (
    <nav aria-label={m.design_breadcrumb()} className="text-sm">
      <ol className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
        {trail.map((link, index) => (
          <li
            key={index}
            className="flex min-h-11 min-w-0 items-center gap-2 text-muted max-sm:nth-last-2:[&>span]:hidden [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:underline [&_a]:underline-offset-4 [&_a:hover]:text-ink"
          >
            {link}
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" dir="auto" className="min-w-0 font-semibold max-sm:sr-only">
          {current}
        </li>
      </ol>
    </nav>
  )
}

/** Tabs that are links: each has `className={tabLinkClass}` and, on its own page, `aria-current="page"`. */
export function TabLinks({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <nav aria-label={label} className={cx('flex flex-wrap gap-x-6 border-b border-ink', className)}>
      {children}
    </nav>
  )
}

export const tabLinkClass =
  'type-title inline-flex min-h-12 shrink-0 items-center gap-2 border-b-4 border-transparent pt-1 text-lg text-muted no-underline -outline-offset-3 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink'

export function SkipLink({ target = 'main', children }: { target?: string; children?: string }) {
  return (
    <a
      href={`#${target}`}
      className="type-label fixed start-4 top-2 z-50 inline-flex min-h-11 -translate-y-20 items-center bg-ink px-4 text-paper focus:translate-y-0"
    >
      {children ?? m.design_skip_to_content()}
    </a>
  )
}

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}
