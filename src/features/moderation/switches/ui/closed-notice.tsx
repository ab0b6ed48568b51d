import { readSite } from '#platform/client/site.ts'
import { closedText } from '../closed-text.ts'
import type { closedCodes } from '../terms.ts'
import { NoticeText } from './notice-text.tsx'

/** The notice at a form that a switch has closed. Renders nothing while the switch is off. */
export function ClosedNotice({ by }: { by: keyof typeof closedCodes }) {
  return readSite().switches.on.includes(by) ? <NoticeText text={closedText[by]()} /> : null
}
