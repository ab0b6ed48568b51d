type LiveEvent = { topic: string; data: any }

export type LiveListener = {
  /** Grows as they come. */
  events: LiveEvent[]
  /** The topics that the server has closed for this reader, each time. */
  closed: string[]
  /** The last id that was told. */
  position: () => string
  /** Whether the server has said where the stream begins. */
  hasBegun: () => boolean
  /** How often it said that something may have been missed. */
  resets: () => number
  /** How many events had come at each of these. */
  resetsAt: readonly number[]
  hasEnded: () => boolean
  close: () => void
}

type Options = { lastEventId?: string; since?: string; who?: { cookie: string } | null }

/** Listens as an open page does, a visitor's or this person's, from a position on if one is given. The connection is never renewed. */
export async function openListener(origin: string, topics: string[], options: Options = {}): Promise<LiveListener> {
  const ending = new AbortController()
  const query = new URLSearchParams({ topics: topics.join(','), ...(options.since === undefined ? {} : { since: options.since }) })
  const headers: Record<string, string> = options.lastEventId === undefined ? {} : { 'last-event-id': options.lastEventId }
  if (options.who) headers.cookie = options.who.cookie
  const response = await fetch(`${origin}/api/v1/live?${query}`, { headers, signal: ending.signal })
  if (!response.ok || !response.body) throw new Error(`The stream was answered ${response.status}`)
  const events: LiveEvent[] = []
  const closed: string[] = []
  const resetsAt: number[] = []
  let [position, begun, ended] = ['', false, false]
  function hear(part: string) {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1]
    position = field('id') ?? position
    const kind = field('event')
    if (kind === 'position' || kind === 'reset') begun = true
    if (kind === 'reset') resetsAt.push(events.length)
    if (kind === 'closed') closed.push(JSON.parse(field('data') ?? '').topic)
    if (kind === 'change' || kind === 'said') events.push(JSON.parse(field('data') ?? ''))
  }
  async function read(body: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder()
    let unread = ''
    for await (const bytes of body) {
      const parts = (unread + decoder.decode(bytes, { stream: true })).split('\n\n')
      unread = parts.pop() ?? ''
      parts.forEach(hear)
    }
  }
  read(response.body)
    .catch(() => {})
    .finally(() => {
      ended = true
    })
  return {
    events,
    closed,
    position: () => position,
    hasBegun: () => begun,
    resets: () => resetsAt.length,
    resetsAt,
    hasEnded: () => ended,
    close: () => ending.abort(),
  }
}

type Heard = { heard: () => string; isOpen: () => boolean; hasEnded: () => boolean; close: () => void }

/** Listens as this person's page does, or a visitor's, and keeps the words as they came. */
export async function listening({ origin, who, topics = 'stats' }: { origin: string; who: { cookie: string } | null; topics?: string }): Promise<Heard> {
  const ending = new AbortController()
  const response = await fetch(`${origin}/api/v1/live?topics=${topics}`, { headers: who ? { cookie: who.cookie } : {}, signal: ending.signal })
  let [text, ended] = ['', false]
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  }
  read()
    .catch(() => {})
    .finally(() => {
      ended = true
    })
  return { heard: () => text, isOpen: () => text.includes('event: '), hasEnded: () => ended, close: () => ending.abort() }
}
