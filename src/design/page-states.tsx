import type { ReactNode } from 'react'
import { cx } from './classes.ts'
import { LoadingNotice, Skeleton, SkeletonLines } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

/** A page with its heading and, below it, a sentence about the page. */
export function Page({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="page-column py-6 md:py-10">
      <h1 className="type-title text-3xl">{title}</h1>
      {lead && <p className="mt-2 max-w-prose text-muted">{lead}</p>}
      {children}
    </div>
  )
}

/** A page with a heading while it loads. `parts`: the number of lines of each part. */
export function PageLoading({ parts, isNarrow = false }: { parts: readonly number[]; isNarrow?: boolean }) {
  return (
    <div className="page-column py-6 md:py-10">
      <LoadingNotice />
      <Skeleton className="h-10 w-72 max-w-full" />
      <div className={cx('mt-10 flex flex-col gap-8', isNarrow && 'max-w-form')}>
        {parts.map((lines, number) => (
          <SkeletonLines key={number} lines={lines} />
        ))}
      </div>
    </div>
  )
}

/** A page that could not be loaded. */
export function StaticFailedPage({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div className="page-column py-6 md:py-10">
      <ErrorState title={title} onRetry={onRetry} />
    </div>
  )
}
