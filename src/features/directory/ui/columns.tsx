import type { ReactNode } from 'react'
import type { DirectoryEntry } from './api.ts'
import { AroundLists } from './around.tsx'
import { Feed } from './feed.tsx'
import { JoinCard } from './join-card.tsx'

/** The band of figures above has a rule, so the section below it has none. */
const firstWithoutRule = '[&>section:first-child]:border-t-0 [&>section:first-child]:pt-0'
const wideFirstWithoutRule = 'lg:[&>section:first-child]:border-t-0 lg:[&>section:first-child]:pt-0'

/** Main column, next to related entries and recent activity. */
export function Columns({ subject, children }: { subject: DirectoryEntry; children: ReactNode }) {
  return (
    <div className="page-column grid gap-12 py-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
      <div className={`flex min-w-0 flex-col gap-12 ${firstWithoutRule}`}>{children}</div>
      <div className={`flex min-w-0 flex-col gap-12 ${wideFirstWithoutRule}`}>
        <AroundLists subject={subject} />
        <Feed subject={subject} />
        <JoinCard subject={subject} />
      </div>
    </div>
  )
}
