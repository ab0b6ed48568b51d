import type { ComponentProps } from 'react'
import { cx } from '#design/classes.ts'
import { readSite } from '#platform/client/site.ts'
import type { Moderation } from '../contract.ts'
import { mayDecide } from '../policy.ts'
import { ModerateButton } from './moderate-button.tsx'
import { ModerationNote } from './moderation-note.tsx'

/** Above content with a page: the moderators' button, and for them and the author what was decided. Nothing for everybody else. */
export function ModerationBar({ className, ...content }: ComponentProps<typeof ModerateButton> & { moderation: Moderation | null; className?: string }) {
  const { moderation, isAuthor } = content
  if (!moderation && !mayDecide(readSite().viewer, { isAuthor })) return null
  return (
    <div className={cx('flex flex-col items-start gap-2', className)}>
      {moderation && <ModerationNote moderation={moderation} isAuthor={isAuthor} />}
      <ModerateButton {...content} />
    </div>
  )
}
