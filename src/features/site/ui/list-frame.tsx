import type { ReactNode } from 'react'
import { LoadingNotice, Skeleton } from '#design/skeleton.tsx'

type FrameProps = { title: string; lead: string; children: ReactNode }

/** Frame of a page that shows a list. */
export function ListFrame({ title, lead, children }: FrameProps) {
  return (
    <div className="page-column flex flex-col gap-6 py-8 md:py-10">
      <header>
        <h1 className="type-title text-4xl">{title}</h1>
        <p className="mt-2 max-w-prose text-muted">{lead}</p>
      </header>
      {children}
    </div>
  )
}

/** Skeletons of the same size as the tiles. */
export function TilesLoading({ tiles = 12, tall = false }: { tiles?: number; tall?: boolean }) {
  return (
    <div className="tile-grid">
      <LoadingNotice />
      {Array.from({ length: tiles }, (_, place) => place).map((place) => (
        <div key={place} className="flex flex-col gap-4 rounded-md border border-line p-4">
          <div className="flex gap-3">
            <Skeleton className="size-14 shrink-0" />
            <Skeleton className="h-6 w-3/5" />
          </div>
          <Skeleton className={tall ? 'h-48 w-full' : 'h-14 w-full'} />
        </div>
      ))}
    </div>
  )
}
