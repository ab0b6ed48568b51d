export type LiveEvent = { topic: string; data: unknown }

/** How events reach the other processes. `memory` is enough for one; PostgreSQL serves many. */
export type LiveDriver = {
  publish: (events: LiveEvent[]) => Promise<void>
  subscribe: (onEvents: (events: LiveEvent[]) => void) => Promise<void>
  close: () => Promise<void>
}

export type LiveHub = {
  /** Says that a topic has news. Of one topic this process sends only the newest within a second. */
  announce: (event: LiveEvent) => void
  listen: (topics: string[], onEvent: (event: LiveEvent) => void) => () => void
  close: () => Promise<void>
}

const spacingMs = 1_000

/** One hub a process: gathers what happened, sends it through the driver, and hands what arrives to the open streams. */
export async function openLiveHub(driver: LiveDriver): Promise<LiveHub> {
  const byTopic = new Map<string, Set<(event: LiveEvent) => void>>()
  const waiting = new Map<string, LiveEvent>()
  const lastSent = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null

  await driver.subscribe((events) => {
    for (const event of events) for (const onEvent of byTopic.get(event.topic) ?? []) onEvent(event)
  })

  function flush() {
    timer = null
    const now = Date.now()
    const due: LiveEvent[] = []
    for (const [topic, event] of waiting) {
      if (now - (lastSent.get(topic) ?? 0) < spacingMs) continue
      waiting.delete(topic)
      lastSent.set(topic, now)
      due.push(event)
    }
    if (due.length) driver.publish(due).catch(() => {})
    if (lastSent.size > 10_000) for (const [topic, at] of lastSent) if (now - at > spacingMs) lastSent.delete(topic)
    if (waiting.size) schedule(50)
  }

  function schedule(ms: number) {
    timer ??= setTimeout(flush, ms)
  }

  return {
    announce(event) {
      waiting.set(event.topic, event)
      schedule(5)
    },
    listen(topics, onEvent) {
      for (const topic of topics) {
        const set = byTopic.get(topic) ?? new Set()
        byTopic.set(topic, set.add(onEvent))
      }
      return () => {
        for (const topic of topics) {
          const set = byTopic.get(topic)
          set?.delete(onEvent)
          if (set?.size === 0) byTopic.delete(topic)
        }
      }
    },
    async close() {
      if (timer) clearTimeout(timer)
      await driver.close()
    },
  }
}

export function memoryDriver(): LiveDriver {
  let onEvents: (events: LiveEvent[]) => void = () => {}
  return {
    publish: async (events) => onEvents(events),
    subscribe: async (listener) => {
      onEvents = listener
    },
    close: async () => {},
  }
}
