import type { ReactNode } from 'react'

export function ListSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="type-title mb-4 border-b border-ink pb-2 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
