import { readSite } from '#platform/client/site.ts'
import { closedText } from '../closed-text.ts'
import type { closedCodes } from '../terms.ts'
import { NoticeText } from './notice-text.tsx'

/** Tells at a form that a switch prevents sending it. Shows nothing while the switch is off. */
export function ClosedNotice({ by }: { by: keyof typeof closedCodes }) {
  return readSite().switches.on.includes(by) ? <NoticeText text={closedText[by]()} /> : null
}
