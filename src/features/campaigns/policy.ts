import { mayReadModerated, type Viewer } from '#platform/viewer.ts'
import type { Impact } from './contract.ts'
import { type DurationBasis, editableStatuses, monthlyTwelfths, type Status, yearlyMultiplier } from './terms.ts'

/** The statuses that each list shows. */
export const shownIn = {
  home: ['active'],
  default: ['active', 'victory'],
  all: ['active', 'victory', 'archived'],
  ended: ['victory', 'archived'],
} as const satisfies Record<string, readonly Status[]>

/** The statuses that may follow each status. */
export const transitions = {
  draft: ['active'],
  active: ['victory', 'archived'],
  victory: ['archived'],
  archived: [],
} as const satisfies Record<Status, readonly Status[]>

/** Estimated yearly impact of this many supporters in integer cents. Null if the impact is not in money. */
export function yearlyCents(impact: Impact, supporters: number): number | null {
  if (impact.mode !== 'monetary') return null
  return Number(BigInt(supporters) * BigInt(impact.spendCents) * BigInt(yearlyMultiplier[impact.durationBasis]))
}

/** Estimated monthly impact of all parts in integer cents: summed exactly and rounded once, half up. */
export function monthlyCents(parts: readonly { durationBasis: DurationBasis; cents: number }[]): number {
  const twelfths = parts.reduce((sum, { durationBasis, cents }) => sum + BigInt(cents) * BigInt(monthlyTwelfths[durationBasis]), 0n)
  return Number((twelfths + 6n) / 12n)
}

/** The end of the progress bar: the creator's goal, or the next of 100, 1,000, 10,000 ... */
export function progressGoal(supporters: number, goal: number | null): number {
  if (goal !== null) return goal
  let next = 100
  while (next <= supporters) next *= 10
  return next
}

/** The order of the home page's first list: highest trending score first. */
export const byTrending = (one: { trendingScore: number }, other: { trendingScore: number }) => other.trendingScore - one.trendingScore

type CampaignAccess = { status: Status; viewer: { isCreator: boolean } }

/** True if this reader may see the campaign. Only its creator sees a draft. */
export const mayRead = ({ status, viewer: { isCreator }, isModerated }: CampaignAccess & { isModerated: boolean }, reader: Viewer | null) =>
  (isCreator || status !== 'draft') && (!isModerated || mayReadModerated(reader, { isAuthor: isCreator }))

/** True if this is the viewer's own draft, which may be published. */
export const mayPublish = ({ status, viewer }: CampaignAccess) => viewer.isCreator && mayFollow(status, 'active')

/** True unless a moderator hid or removed the campaign: until it is restored nobody may write to it, not even its creator. */
export const mayWrite = ({ moderation }: { moderation: unknown }) => moderation === null

/** True if this viewer may change the campaign's texts: only its creator, until it ends. */
export const mayEdit = ({ status, viewer }: CampaignAccess) => viewer.isCreator && editableStatuses.some((known) => known === status)

/** True if this viewer may choose how often the campaign's numbers move: only its creator, while it is active. */
export const mayCountQuietly = ({ status, viewer }: CampaignAccess) => viewer.isCreator && status === 'active'

/** True if this viewer may delete the campaign: only its creator, while it is a draft. A campaign that others joined stays. */
export const mayDelete = ({ status, viewer }: CampaignAccess) => viewer.isCreator && status === 'draft'

/** True if the viewer may end a public campaign: its creator, and moderators, whose reason is stored. */
export function mayEnd(viewer: { isCreator: boolean; role: 'member' | 'moderator' | 'admin' }): boolean {
  return viewer.isCreator || viewer.role !== 'member'
}

export const mayFollow = (status: Status, next: Status) => transitions[status].some((known) => known === next)

/** True if another person has joined, counted or not. The fields in `frozenFields` can then no longer change. */
export const isFrozen = (campaign: { others: boolean }) => campaign.others
