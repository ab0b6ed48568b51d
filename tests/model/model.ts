// The required behaviour of campaigns, pledges and comments, small enough to be checked by reading: each command is one step.

export const people = ['creator', 'joiner', 'newcomer', 'moderator'] as const
export type Name = (typeof people)[number]
type Status = 'draft' | 'active' | 'victory' | 'archived' | 'gone'

export type Command =
  | { do: 'publish' | 'delete'; campaign: number; by: Name }
  | { do: 'victory'; campaign: number; by: Name; statement: number }
  | { do: 'archive'; campaign: number; by: Name }
  | { do: 'pledge' | 'detach'; campaign: number; by: Name }
  | { do: 'edit'; campaign: number; by: Name; change: { title?: number; spend?: number; goal?: number } }
  | { do: 'confirm'; by: Name }
  | { do: 'comment'; campaign: number; by: Name; tag: string; under: string | null }
  | { do: 'reword' | 'remove' | 'like' | 'unlike'; by: Name; tag: string }

export type Campaign = {
  status: Status
  title: number
  spend: number
  goal: number
  edits: number
  /** The statement of a victory. */
  statement: number | null
  pledges: Partial<Record<Name, 'counted' | 'unconfirmed' | 'repeated'>>
  /** People who have disconnected a counted pledge. Their mailbox still counts. */
  detached: Name[]
}
export type Comment = { campaign: number; author: Name; under: string | null; depth: number; reworded: boolean; removed: boolean; likes: Name[] }
export type State = { campaigns: Campaign[]; counted: Record<Name, boolean>; comments: Record<string, Comment> }

const aCampaign = (status: Status): Campaign => ({
  status,
  title: 0,
  spend: 100,
  goal: 0,
  edits: 0,
  statement: null,
  pledges: status === 'active' ? { creator: 'counted' } : {},
  detached: [],
})

export const begin: State = {
  campaigns: [aCampaign('draft'), aCampaign('active')],
  counted: { creator: true, joiner: true, newcomer: false, moderator: true },
  comments: {},
}

export const supportersOf = ({ pledges, detached }: Campaign) => Object.values(pledges).filter((state) => state === 'counted').length + detached.length

/** Returns the state after a command, and the expected response: the HTTP status, and for a pledge its state. */
export function step(before: State, command: Command): { state: State; response: string } {
  const state = structuredClone(before)
  return { response: act(state, command), state }
}

function act(state: State, command: Command): string {
  if (command.do === 'confirm') return confirm(state, command.by)
  if ('campaign' in command) return actOnCampaign(state, command)
  return actOnComment(state, command)
}

function confirm(state: State, by: Name): string {
  state.counted[by] = true
  for (const { pledges } of state.campaigns) if (pledges[by] === 'unconfirmed') pledges[by] = 'counted'
  return '200'
}

type OnCampaign = Extract<Command, { campaign: number }>

function actOnCampaign(state: State, command: OnCampaign): string {
  const campaign = state.campaigns[command.campaign]
  if (!campaign) throw new Error('No such campaign in the model')
  const isCreator = command.by === 'creator'
  // An unconfirmed person is refused before the campaign is looked up.
  if (command.do === 'comment' && !state.counted[command.by]) return '403'
  // Only its creator has access to a draft, and it cannot be joined.
  if (campaign.status === 'gone' || (campaign.status === 'draft' && (!isCreator || command.do === 'pledge' || command.do === 'detach'))) return '404'
  if (command.do === 'pledge') return pledge(state, campaign, command.by)
  if (command.do === 'detach') return detach(campaign, command.by)
  if (command.do === 'comment') return comment(state, campaign, command)
  if (command.do === 'publish') return publish(campaign, isCreator)
  if (command.do === 'victory' || command.do === 'archive') return end(campaign, command)
  if (!isCreator) return '403'
  if (command.do === 'edit') return edit(campaign, command.change)
  if (campaign.status !== 'draft') return '409'
  campaign.status = 'gone'
  return '200'
}

function pledge(state: State, campaign: Campaign, by: Name): string {
  const before = campaign.pledges[by]
  if (before) return `200 ${before}`
  if (campaign.status !== 'active') return '409'
  const taken = campaign.detached.includes(by) ? 'repeated' : state.counted[by] ? 'counted' : 'unconfirmed'
  campaign.pledges[by] = taken
  return `200 ${taken}`
}

function detach(campaign: Campaign, by: Name): string {
  const own = campaign.pledges[by]
  if (!own) return '404'
  if (by === 'creator' || own === 'unconfirmed') return '409'
  if (own === 'counted') campaign.detached.push(by)
  delete campaign.pledges[by]
  campaign.detached.sort()
  return '200'
}

function publish(campaign: Campaign, isCreator: boolean): string {
  if (!isCreator) return '404'
  if (campaign.status === 'active') return '200'
  if (campaign.status !== 'draft') return '409'
  campaign.status = 'active'
  campaign.pledges.creator = 'counted'
  return '200'
}

function end(campaign: Campaign, command: Extract<Command, { do: 'victory' | 'archive' }>): string {
  if (command.by !== 'creator' && command.by !== 'moderator') return '403'
  const next = command.do === 'victory' ? 'victory' : 'archived'
  // A repeated victory with another statement is refused, because that statement would be lost.
  if (campaign.status === next) return command.do === 'archive' || campaign.statement === command.statement ? '200' : '409'
  if (campaign.status !== 'active' && !(campaign.status === 'victory' && next === 'archived')) return '409'
  campaign.status = next
  if (command.do === 'victory') campaign.statement = command.statement
  return '200'
}

function edit(campaign: Campaign, change: { title?: number; spend?: number; goal?: number }): string {
  if (campaign.status !== 'draft' && campaign.status !== 'active') return '409'
  const wanted = { title: campaign.title, spend: campaign.spend, goal: campaign.goal, ...change }
  const touchesFrozen = wanted.title !== campaign.title || wanted.spend !== campaign.spend
  if (campaign.status === 'active' && touchesFrozen && Object.keys(campaign.pledges).length + campaign.detached.length >= 2) return '409'
  if (campaign.status === 'active' && (touchesFrozen || wanted.goal !== campaign.goal)) campaign.edits++
  Object.assign(campaign, wanted)
  return '200'
}

type CommentCommand = Extract<Command, { do: 'comment' }>

function comment(state: State, campaign: Campaign, { by, tag, under, campaign: index }: CommentCommand): string {
  if (campaign.status !== 'active') return '409'
  const parent = under === null ? null : state.comments[under]
  if (under !== null && (!parent || parent.removed || parent.campaign !== index || parent.depth >= 3)) return '422'
  state.comments[tag] = { campaign: index, author: by, under, depth: parent ? parent.depth + 1 : 0, reworded: false, removed: false, likes: [] }
  return '201'
}

function actOnComment(state: State, { do: what, by, tag }: Extract<Command, { do: 'reword' | 'remove' | 'like' | 'unlike' }>): string {
  if (what === 'like' && !state.counted[by]) return '403'
  const said = state.comments[tag]
  if (!said || said.removed) return '404'
  if (what === 'like' || what === 'unlike') {
    if (state.campaigns[said.campaign]?.status !== 'active') return '409'
    said.likes = said.likes.filter((name) => name !== by)
    if (what === 'like') said.likes.push(by)
    said.likes.sort()
    return '200'
  }
  if (said.author !== by) return '403'
  if (what === 'reword') said.reworded = true
  else Object.assign(said, { removed: true, likes: [] })
  return '200'
}

/** Comments that are still shown: those that are not removed, and the removed ones above them. */
export function shownComments(state: State): string[] {
  const above = (tag: string): string[] => [tag, ...(state.comments[tag]?.under ? above(state.comments[tag].under) : [])]
  return [...new Set(Object.keys(state.comments).flatMap((tag) => (state.comments[tag]?.removed ? [] : above(tag))))]
}
