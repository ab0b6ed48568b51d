import type { ReactNode } from 'react'
import { cx } from './classes.ts'

/** A table from 640 px on. Below that, a list in which each cell is a line with its column's heading. */
export function Table({ title, heads, children }: { title: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <table aria-label={title} className="w-full border-t border-ink text-start max-sm:block">
      <thead className="max-sm:sr-only">
        <tr>
          {heads.map((head, n) => (
            <th key={head} scope="col" className={cx('type-label px-2 py-2 text-sm text-muted', n === 0 ? 'ps-0 text-start' : 'text-end')}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">{children}</tbody>
    </table>
  )
}

/** A row of such a table with its name; `children` are its cells. */
export function Row({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <tr className="border-t border-line max-sm:block max-sm:py-3">
      <th scope="row" className="py-2 pe-2 text-start font-semibold [overflow-wrap:anywhere] max-sm:block max-sm:py-0 max-sm:pb-1">
        {name}
      </th>
      {children}
    </tr>
  )
}

export function Cell({ head, children, strong = false }: { head: string; children: ReactNode; strong?: boolean }) {
  return (
    <td className={cx('px-2 py-2 text-end tabular-nums max-sm:flex max-sm:justify-between max-sm:gap-2 max-sm:px-0 max-sm:py-1', strong && 'font-bold')}>
      <span aria-hidden="true" className="text-start text-muted sm:hidden">
        {head}
      </span>
      <span>{children}</span>
    </td>
  )
}
