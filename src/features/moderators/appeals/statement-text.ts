import { isAuthorsToEdit, isShown } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import { fullTime } from '#platform/time-text.ts'
import type { Statement } from './contract.ts'

const did: Record<Statement['state'], (given: { date: string }) => string> = {
  hidden: m.appeals_we_hid,
  removed: m.appeals_we_removed,
  visible: m.appeals_we_restored,
  warned: m.appeals_we_warned,
  suspended: m.appeals_we_suspended,
  hidden_by_organizer: m.appeals_organizer_hid,
  shown_by_organizer: m.appeals_organizer_showed,
  hidden_by_reports: m.appeals_reports_hid,
  waiting: m.appeals_waits,
  returned: m.appeals_returned,
  released: m.appeals_released,
}

/** The decision and its day, and the end of a suspension. */
export function didText({ state, byMods, decidedAt, until }: Pick<Statement, 'state' | 'byMods' | 'decidedAt' | 'until'>): string {
  const fact = (byMods ? m.appeals_mods_removed : did[state])({ date: fullDay(decidedAt) })
  if (state !== 'suspended') return fact
  return `${fact} ${until ? m.appeals_until({ time: fullTime(until) }) : m.appeals_for_ever()}`
}

/** How the content came to those who decided; null for a decision that shows it again. `demanded`: the sentence about the legal order. */
export function originText(
  { state, isReported, isHeldByRule, byMods }: Pick<Statement, 'state' | 'isReported' | 'isHeldByRule' | 'byMods'>,
  demanded: string | null,
): string | null {
  if (isShown(state)) return null
  if (state === 'hidden_by_reports') return m.appeals_by_reports()
  if (isAuthorsToEdit(state)) return m.appeals_by_rule()
  if (state === 'hidden_by_organizer') return m.appeals_by_organizer()
  if (demanded !== null) return `${demanded} ${m.appeals_by_person()}`
  if (byMods) return m.appeals_by_mods()
  if (state === 'suspended') return m.appeals_by_person()
  if (isReported) return m.appeals_by_report()
  return isHeldByRule ? m.appeals_by_filter() : m.appeals_by_moderator()
}

/** The result of an appeal. */
export function outcomeText(state: Statement['state'], outcome: 'granted' | 'declined' | null): string {
  if (outcome !== 'granted') return m.appeals_declined()
  return state === 'suspended' ? m.appeals_lifted() : m.appeals_granted()
}
