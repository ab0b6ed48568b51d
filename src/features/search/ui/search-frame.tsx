import type { ReactNode } from 'react'
import { m } from '#messages'

export function SearchFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page-column flex flex-col gap-6 py-8 md:py-10">
      <h1 className="type-title text-4xl">{m.search_title()}</h1>
      {children}
    </div>
  )
}
