import { readSite } from '#platform/client/site.ts'
import { closedText } from '../closed-text.ts'

const noticeClass = 'border-s-4 border-rising ps-3 font-semibold'

/** Tells at a form what a switch prevents. */
export function NoticeText({ text }: { text: string }) {
  return <p className={noticeClass}>{text}</p>
}

/** Tells next to Join that joining is paused. */
export function JoiningNoticeText({ campaignId }: { campaignId: string }) {
  const { on, paused } = readSite().switches
  if (on.includes('read_only')) return <NoticeText text={closedText.read_only()} />
  return paused.includes(campaignId) ? <NoticeText text={closedText.joining_paused()} /> : null
}
