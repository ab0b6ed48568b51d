import type { Impact } from './contract.ts'
import { type DurationBasis, editableStatuses, type Status } from './terms.ts'

/** Which statuses each list shows (decisions.md section 3). */
export const shownIn = {
  home: ['active'],
  default: ['active', 'victory'],
  all: ['active', 'victory', 'archived'],
} as const satisfies Record<string, readonly Status[]>

/** Which status may follow which. */
export const transitions = {
  draft: ['active'],
  active: ['victory', 'archived'],
  victory: ['archived'],
  archived: [],
} as const satisfies Record<Status, readonly Status[]>

export const yearlyMultiplier: Record<DurationBasis, number> = { weekly: 52, monthly: 12, annual: 1, one_time: 1 }

/** Estimated impact of so many supporters in a year, integer cents; null where it is not in money. */
export function yearlyCents(impact: Impact, supporters: number): number | null {
  if (impact.mode !== 'monetary') return null
  return Number(BigInt(supporters) * BigInt(impact.spendCents) * BigInt(yearlyMultiplier[impact.durationBasis]))
}

/** What is spent in a month, in twelfths, so that a year's spend divides without a rest. */
export const monthlyTwelfths: Record<DurationBasis, number> = { weekly: 48, monthly: 12, annual: 1, one_time: 12 }

/** Estimated impact of all of these in a month, integer cents: summed exactly, rounded once, half up. */
export function monthlyCents(parts: readonly { durationBasis: DurationBasis; cents: number }[]): number {
  const twelfths = parts.reduce((sum, { durationBasis, cents }) => sum + BigInt(cents) * BigInt(monthlyTwelfths[durationBasis]), 0n)
  return Number((twelfths + 6n) / 12n)
}

/** Where the progress bar runs to: the creator's goal, or the next of 100, 1,000, 10,000 ... */
export function progressGoal(supporters: number, goal: number | null): number {
  if (goal !== null) return goal
  let next = 100
  while (next <= supporters) next *= 10
  return next
}

/** The word on a card: "Hot" above 50, "Rising" above 10 (tiles and detail pages: 20 and 10). */
export function heat(score: number, place: 'card' | 'detail'): 'hot' | 'rising' | null {
  if (score > (place === 'card' ? 50 : 20)) return 'hot'
  return score > 10 ? 'rising' : null
}

type Standing = { status: Status; viewer: { isCreator: boolean } }

/** Whether this viewer may see a campaign at all: a draft is its creator's alone. */
export function mayRead(campaign: Standing): boolean {
  return campaign.status !== 'draft' || campaign.viewer.isCreator
}

/** Whether this campaign is one's own draft that may be published. */
export const mayPublish = ({ status, viewer }: Standing) => viewer.isCreator && mayFollow(status, 'active')

/** Whether this viewer may change the campaign's words: its creator, until it ends. */
export const mayEdit = ({ status, viewer }: Standing) => viewer.isCreator && editableStatuses.some((known) => known === status)

/** Whether this viewer may delete it: a draft by its creator. What others joined stays. */
export const mayDelete = ({ status, viewer }: Standing) => viewer.isCreator && status === 'draft'

/** Who may end a public campaign: its creator, and a moderator for a reason that is kept. */
export function mayEnd(viewer: { isCreator: boolean; role: 'member' | 'moderator' | 'admin' }): boolean {
  return viewer.isCreator || viewer.role !== 'member'
}

/** Whether `next` may follow `status`. */
export const mayFollow = (status: Status, next: Status) => transitions[status].some((known) => known === next)

/** Once somebody else has joined, counted already or not yet, what people joined for stays as it was. */
export const isFrozen = (campaign: { others: boolean }) => campaign.others
