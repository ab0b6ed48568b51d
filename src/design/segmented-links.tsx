import type { ReactNode } from 'react'
import { cx } from './classes.ts'

/** Props for the router's `<Link>` of one segment; without JavaScript it is an ordinary link. */
type SegmentLink = {
  resetScroll: false
  activeOptions: { exact: true; includeSearch: true }
  'aria-current': 'page' | undefined
  'data-chosen': true | undefined
  className: string
  children: ReactNode
}

type SegmentedLinksProps<T extends string> = {
  label: string
  options: readonly T[]
  chosen: T
  /** Content of an option: its words and anything after them. */
  text: (option: T) => ReactNode
  link: (option: T, props: SegmentLink) => ReactNode
  /** Uses two columns on phones, where a row would break unevenly. */
  isGridOnPhones?: boolean
}

/** The standard control for the order of a list and for filters with few values: one link for each option. */
export function SegmentedLinks<T extends string>({ label, options, chosen, text, link, isGridOnPhones = false }: SegmentedLinksProps<T>) {
  return (
    <nav aria-label={label} className={cx('w-fit max-w-full self-start', isGridOnPhones && 'max-sm:w-full')}>
      <ul className={cx('flex flex-wrap gap-px rounded-sm border border-edge bg-line', isGridOnPhones && 'max-sm:grid max-sm:grid-cols-2')}>
        {options.map((option) => (
          <li key={option} className="flex grow">
            {link(option, {
              resetScroll: false,
              activeOptions: { exact: true, includeSearch: true },
              'aria-current': option === chosen ? 'page' : undefined,
              'data-chosen': option === chosen || undefined,
              className: `${segmentClass} grow`,
              children: text(option),
            })}
          </li>
        ))}
      </ul>
    </nav>
  )
}

export const segmentClass =
  'type-label inline-flex min-h-11 items-center justify-center bg-raised px-2.5 text-sm no-underline -outline-offset-3 hover:bg-sunk data-chosen:bg-ink data-chosen:text-paper sm:px-4'
