import type { ReactNode } from 'react'

/** A part of the page with a heading and a line above it. */
export function Section({ id, title, children, aside }: { id: string; title: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-w-0 border-t-2 border-ink pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="type-title text-2xl">
          {title}
        </h2>
        {aside}
      </div>
      <div className="mt-3">{children}</div>
    </section>
  )
}

export const rowClass = 'relative border-b border-line py-3 last:border-b-0'
