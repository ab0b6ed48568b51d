type LiveEvent = { topic: string; data: any }

/** Listens as an open page does. `events` grows as they come; the connection is never renewed. */
export async function openListener(origin: string, topics: string[]): Promise<{ events: LiveEvent[]; hasEnded: () => boolean; close: () => void }> {
  const ending = new AbortController()
  const response = await fetch(`${origin}/api/v1/live?topics=${topics.join(',')}`, { signal: ending.signal })
  if (!response.ok || !response.body) throw new Error(`The stream was answered ${response.status}`)
  const events: LiveEvent[] = []
  let ended = false
  async function read(body: ReadableStream<Uint8Array>) {
    const decoder = new TextDecoder()
    let unread = ''
    for await (const bytes of body) {
      const parts = (unread + decoder.decode(bytes, { stream: true })).split('\n\n')
      unread = parts.pop() ?? ''
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1]
        if (data) events.push(JSON.parse(data))
      }
    }
  }
  read(response.body)
    .catch(() => {})
    .finally(() => {
      ended = true
    })
  return { events, hasEnded: () => ended, close: () => ending.abort() }
}
