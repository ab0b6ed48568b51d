import { readSite } from '#platform/client/site.ts'
import { isSlowed } from '../policy.ts'
import { slowText } from '../slow-text.ts'
import { siteSlowSeconds } from '../terms.ts'
import { NoticeText } from './notice-text.tsx'

/** The seconds between two texts of this viewer in a discussion that is slowed to `seconds`; 0 if nothing slows them. */
export function slowSecondsHere(seconds: number): number {
  const { viewer, switches } = readSite()
  if (!isSlowed(viewer)) return 0
  return Math.max(seconds, switches.on.includes('slow_mode') ? siteSlowSeconds : 0)
}

/** The notice at a composer that a discussion is slowed, to `seconds` or everywhere. Renders nothing if it is not. */
export function SlowNotice({ seconds = 0 }: { seconds?: number }) {
  const slow = slowSecondsHere(seconds)
  return slow > 0 ? <NoticeText text={slowText(slow)} /> : null
}
