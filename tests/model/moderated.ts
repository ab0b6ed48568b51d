// The required behaviour of moderators' decisions and of suspensions: what everybody may see, and which counts stay. Each command is one step.

/** The creator wrote the campaign, and the author its first comments. Both can be suspended. */
export type Name = 'creator' | 'author' | 'joiner'
type Decision = 'visible' | 'hidden' | 'removed'

export type Command =
  | { do: 'decide'; what: string; decision: Decision }
  | { do: 'suspend'; who: 'creator' | 'author'; hidesContent: boolean }
  | { do: 'lift'; who: 'creator' | 'author' }
  | { do: 'join'; who: 'author' | 'joiner' }
  | { do: 'comment'; who: 'author' | 'joiner'; tag: string }
  | { do: 'like'; what: string }

/** `isWithAuthor`: it is hidden by the suspension of its author, and not by a decision about itself. */
type Content = { author: Name; decision: Decision; isWithAuthor: boolean; isLiked: boolean }
export type State = {
  /** The campaign, and its comments by their tags. */
  contents: Record<string, Content>
  suspended: Name[]
  /** A suspension ends the sessions of its person. */
  signedOut: Name[]
  joined: Name[]
}

const written = (author: Name): Content => ({ author, decision: 'visible', isWithAuthor: false, isLiked: false })

/** Tags of the comments that exist from the start. */
export const firstComments = { a: 'author', b: 'author', c: 'creator' } as const

export const begin: State = {
  contents: { campaign: written('creator'), a: written('author'), b: written('author'), c: written('creator') },
  suspended: [],
  signedOut: [],
  joined: ['creator'],
}

const isShown = (content: Content | undefined) => content !== undefined && content.decision === 'visible' && !content.isWithAuthor

const added = (names: Name[], name: Name) => [...new Set([...names, name])].sort()

/** Returns the state after a command, and the HTTP status of the response. */
export function step(before: State, command: Command): { state: State; response: string } {
  const state = structuredClone(before)
  return { response: act(state, command), state }
}

function act(state: State, command: Command): string {
  if (command.do === 'decide') return decide(state, command)
  if (command.do === 'suspend' || command.do === 'lift') return suspend(state, command)
  if ('who' in command && state.signedOut.includes(command.who)) return '401'
  if (!isShown(state.contents.campaign)) return '404'
  if (command.do === 'join') {
    state.joined = added(state.joined, command.who)
    return '200'
  }
  if (command.do === 'comment') {
    state.contents[command.tag] = written(command.who)
    return '201'
  }
  const liked = state.contents[command.what]
  if (!liked || !isShown(liked)) return '404'
  liked.isLiked = true
  return '200'
}

/** A decision about content replaces the mark that it got with its author. */
function decide({ contents }: State, { what, decision }: Extract<Command, { do: 'decide' }>): string {
  const content = contents[what]
  if (!content) return '404'
  Object.assign(content, { decision, isWithAuthor: false })
  return '200'
}

/** A suspension never changes who has joined. */
function suspend(state: State, command: Extract<Command, { do: 'suspend' | 'lift' }>): string {
  const { who } = command
  if (command.do === 'lift' && !state.suspended.includes(who)) return '409'
  const hides = command.do === 'suspend' && command.hidesContent
  for (const content of Object.values(state.contents)) {
    if (content.author === who) content.isWithAuthor = hides && content.decision === 'visible'
  }
  state.suspended = command.do === 'suspend' ? added(state.suspended, who) : state.suspended.filter((name) => name !== who)
  if (command.do === 'suspend') state.signedOut = added(state.signedOut, who)
  return '200'
}

/** The campaign and its comments as a visitor sees them, and the number of supporters, which moderators see in any case. */
export function expected({ contents: { campaign, ...comments }, joined }: State) {
  const shown = isShown(campaign)
  const status = shown ? 200 : campaign?.decision === 'removed' ? 410 : 404
  const listed = Object.entries(comments).filter(([, comment]) => shown && isShown(comment))
  return { status, supporters: joined.length, comments: Object.fromEntries(listed.sort().map(([tag, { isLiked }]) => [tag, isLiked ? 1 : 0])) }
}
