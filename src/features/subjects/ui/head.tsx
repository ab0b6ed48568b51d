import type { ReactNode } from 'react'
import { Breadcrumb } from '#design/navigation.tsx'
import type { Subject } from './api.ts'
import { ShareButton } from './share.tsx'

type HeadProps = { subject: Subject; trail: readonly ReactNode[]; mark?: ReactNode; children?: ReactNode }

/** Where it stands, what it is called, and what is said of it. */
export function Head({ subject, trail, mark, children }: HeadProps) {
  return (
    <header className="page-column pt-4 pb-8">
      <Breadcrumb trail={trail} current={subject.name} />
      <div className="mt-4 flex items-start gap-x-6 gap-y-4 max-sm:flex-col">
        {mark}
        <div className="min-w-0 grow">
          <h1 dir="auto" className="type-title text-[clamp(2.25rem,1.5rem+3vw,4rem)] leading-[0.95] [overflow-wrap:anywhere]">
            {subject.name}
          </h1>
          {children}
        </div>
        <ShareButton subject={subject} />
      </div>
    </header>
  )
}
