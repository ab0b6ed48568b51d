import type { ReactNode } from 'react'
import { Badge } from '#design/badge.tsx'
import { cx } from '#design/classes.ts'
import { Breadcrumb } from '#design/navigation.tsx'
import type { Shared } from '#features/site/sharing/ui/channels.ts'
import { ShareButton } from '#features/site/sharing/ui/share-button.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import type { DirectoryEntry } from './api.ts'
import { addressOf } from './load.ts'

type HeadProps = {
  subject: DirectoryEntry
  isVerified: boolean
  trail: readonly ReactNode[]
  mark?: ReactNode
  children?: ReactNode
}

/** Breadcrumb, name and share button; the page passes the rest. */
export function Head({ subject, isVerified, trail, mark, children }: HeadProps) {
  return (
    <header className="page-column pt-4 pb-8">
      <Breadcrumb trail={trail} current={subject.name} />
      <div
        className={cx(
          'mt-2 grid items-center gap-x-4 sm:mt-4 sm:items-start sm:gap-x-6',
          mark ? 'grid-cols-[auto_minmax(0,1fr)] sm:grid-cols-[auto_minmax(0,1fr)_auto]' : 'sm:grid-cols-[minmax(0,1fr)_auto]',
        )}
      >
        {mark && <div className="grid sm:row-span-2">{mark}</div>}
        <h1 dir="auto" className="type-title text-[clamp(2.25rem,1.5rem+3vw,4rem)] leading-[0.95] [overflow-wrap:anywhere]">
          {subject.name}
        </h1>
        <div className="col-span-full max-sm:order-last max-sm:mt-4 sm:col-span-1">
          <ShareButton shared={sharedOf(subject)} />
        </div>
        <div className={cx('col-span-full min-w-0', mark ? 'sm:col-start-2 sm:col-end-4' : 'sm:col-span-2')}>
          {!isVerified && (
            <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone="outlined">{m.directory_review_unverified()}</Badge>
              <span className="text-sm text-muted">{m.directory_review_unverified_note(nouns)}</span>
            </p>
          )}
          {children}
        </div>
      </div>
    </header>
  )
}

const shareTexts = { targets: m.directory_share_target, industries: m.directory_share_industry, causes: m.directory_share_cause }

const sharedOf = (subject: DirectoryEntry): Shared => ({
  address: `${readSite().origin}${addressOf(subject)}`,
  text: shareTexts[subject.kind]({ name: subject.name }),
  title: m.sharing_title_page(),
})
