import { readSite } from '#platform/client/site.ts'
import { closedText } from '../closed-text.ts'
import { quietText } from './quiet-text.ts'

const noticeClass = 'border-s-4 border-rising ps-3 font-semibold'

/** The notice at a form that a switch has closed. */
export function NoticeText({ text }: { text: string }) {
  return <p className={noticeClass}>{text}</p>
}

/** `quiet` is set while the campaign's numbers move in steps. */
export type Joinable = { campaignId: string; quiet: { every: 'hour' | 'day'; countedAt: Date } | null }

/** The notices next to Join: how often the number above it moves, and that joining is paused. */
export function JoiningNoticeText({ campaignId, quiet }: Joinable) {
  const { on, paused } = readSite().switches
  const closedBy = on.includes('read_only') ? 'read_only' : paused.includes(campaignId) ? 'joining_paused' : null
  return (
    <>
      {quiet && <p className="mb-2 text-sm">{quietText(quiet)}</p>}
      {closedBy && <NoticeText text={closedText[closedBy]()} />}
    </>
  )
}
