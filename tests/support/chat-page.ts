import { type LiveListener, openListener } from './live-listener.ts'
import { send } from './visitor.ts'

/**
 * A page with an open chat. It reconnects after a disconnect, and fetches the list whenever a stream begins, also when it begins once more.
 */
export type ChatPage = {
  /** The messages that the page shows. */
  shown: ReadonlySet<string>
  /** Messages that were delivered twice by one stream. */
  doubles: readonly string[]
  comebacks: () => number
  isOpen: () => boolean
  close: () => void
}

type Options = { origin: string; campaignId: string }

export function openChatPage({ origin, campaignId }: Options): ChatPage {
  const shown = new Set<string>()
  const doubles: string[] = []
  let reported = new Set<string>()
  let stream: LiveListener | null = null
  let [comebacks, closed] = [-1, false]

  /** Fetches all messages, page by page. Throws if a request is refused. */
  async function fetchAll() {
    let cursor: string | null = null
    do {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const { status, body } = await send({ origin }, { method: 'GET', path: `/api/v1/campaigns/${campaignId}/chat?limit=50${query}` })
      if (status !== 200) throw new Error(`${status}`)
      for (const { id } of body.items) shown.add(id)
      cursor = body.nextCursor
    } while (cursor)
  }

  async function live() {
    while (!closed) {
      let needsList = true
      reported = new Set()
      try {
        const opened = await openListener(origin, [`chat:${campaignId}`])
        stream = opened
        comebacks++
        let [taken, begun] = [0, 0]
        while (!closed) {
          for (; begun < opened.begunAt.length; begun++) needsList = true
          for (; taken < stream.events.length; taken++) {
            const id: string | undefined = stream.events[taken]?.data?.said?.id
            if (!id) continue
            if (reported.has(id)) doubles.push(id)
            reported.add(id)
            shown.add(id)
          }
          if (needsList && stream.hasBegun()) {
            // A fetch that fails is repeated in the next round; the stream stays open.
            needsList = !(await fetchAll().then(
              () => true,
              () => false,
            ))
          }
          if (stream.hasEnded() && taken === stream.events.length) break
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      } catch {
        // The server is unavailable; the loop tries again, as a browser does.
      }
      stream?.close()
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 400))
    }
  }
  const living = live()

  return {
    shown,
    doubles,
    comebacks: () => comebacks,
    isOpen: () => stream?.hasBegun() === true && !stream.hasEnded(),
    close() {
      closed = true
      stream?.close()
      void living
    },
  }
}
