import type { ReactNode } from 'react'
import type { Subject } from './api.ts'
import { AroundLists } from './around.tsx'
import { Feed } from './feed.tsx'
import { JoinCard } from './join-card.tsx'
import { ShareRow } from './share.tsx'

/** The text of such a page beside what is near. */
export function Columns({ subject, children }: { subject: Subject; children: ReactNode }) {
  return (
    <>
      <div className="page-column grid gap-12 py-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <div className="flex min-w-0 flex-col gap-12">{children}</div>
        <div className="flex min-w-0 flex-col gap-12">
          <JoinCard subject={subject} />
          <AroundLists subject={subject} />
          <Feed subject={subject} />
        </div>
      </div>
      <div className="page-column">
        <div className="border-t border-line py-3">
          <ShareRow subject={subject} />
        </div>
      </div>
    </>
  )
}
