type LiveEvent = { topic: string; data: any }

export type LiveListener = {
  /** Events are appended as they arrive. */
  events: LiveEvent[]
  /** The topics that the server has closed for this reader, in order. */
  closed: string[]
  /** True after the server has sent the state of the topics. */
  hasBegun: () => boolean
  /** The number of events that had arrived each time the stream began; more than once if events may have been missed. */
  begunAt: readonly number[]
  hasEnded: () => boolean
  close: () => void
}

type Options = { who?: { cookie: string } | null }

/** Opens a live stream like an open page of a visitor or of this person. Never reconnects. */
export async function openListener(origin: string, topics: string[], options: Options = {}): Promise<LiveListener> {
  const ending = new AbortController()
  const query = new URLSearchParams({ topics: topics.join(',') })
  const headers: Record<string, string> = options.who ? { cookie: options.who.cookie } : {}
  const response = await fetch(`${origin}/api/v1/live?${query}`, { headers, signal: ending.signal })
  if (!response.ok || !response.body) throw new Error(`The stream was answered ${response.status}`)
  const events: LiveEvent[] = []
  const closed: string[] = []
  const begunAt: number[] = []
  let ended = false
  function parse(part: string) {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1]
    const kind = field('event')
    if (kind === 'begun') begunAt.push(events.length)
    if (kind === 'closed') closed.push(JSON.parse(field('data') ?? '').topic)
    if (kind === 'change' || kind === 'said') events.push(JSON.parse(field('data') ?? ''))
  }
  async function read(body: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder()
    let unread = ''
    for await (const bytes of body) {
      const parts = (unread + decoder.decode(bytes, { stream: true })).split('\n\n')
      unread = parts.pop() ?? ''
      parts.forEach(parse)
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
    hasBegun: () => begunAt.length > 0,
    begunAt,
    hasEnded: () => ended,
    close: () => ending.abort(),
  }
}

type Received = { received: () => string; isOpen: () => boolean; hasEnded: () => boolean; close: () => void }

/** Opens a live stream like this person's page, or a visitor's, and keeps its text. */
export async function listening({ origin, who, topics = 'stats' }: { origin: string; who: { cookie: string } | null; topics?: string }): Promise<Received> {
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
  return { received: () => text, isOpen: () => text.includes('event: '), hasEnded: () => ended, close: () => ending.abort() }
}
