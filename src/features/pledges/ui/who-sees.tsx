import { ChevronDown } from 'lucide-react'
import { m } from '#messages'

/** States who can see the pledge, before and after joining. */
export function visibilityText({ isPrivate, hasJoined }: { isPrivate: boolean; hasJoined: boolean }): string {
  if (!hasJoined) return isPrivate ? m.pledges_not_shown() : m.pledges_shown_later()
  return isPrivate ? m.pledges_only_you() : m.pledges_everyone()
}

/** The same with details on demand. Increase `noticeVersion` when the meaning of the texts changes. */
export function WhoSees({ isPrivate, hasJoined }: { isPrivate: boolean; hasJoined: boolean }) {
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
        <span>{visibilityText({ isPrivate, hasJoined })}</span>
        <span className="inline-flex items-center gap-1 text-muted underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current">
          {m.pledges_who_sees_title()}
          <ChevronDown className="turns size-4" aria-hidden="true" />
        </span>
      </summary>
      <p className="max-w-prose border-s-2 border-ink py-1 ps-3">{isPrivate ? m.pledges_who_sees() : m.pledges_who_sees_shown()}</p>
    </details>
  )
}
