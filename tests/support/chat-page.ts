import { type LiveListener, openListener } from './live-listener.ts'
import { send } from './visitor.ts'

/** A page that has a chat open: it comes back when it is cut off, from where it was, and fetches the list when told that it may have missed something. */
export type ChatPage = {
  /** The messages that it shows. */
  shown: ReadonlySet<string>
  /** Messages that a stream told although one before it had, with no word between them that something was missed. */
  doubles: readonly string[]
  comebacks: () => number
  isOpen: () => boolean
  close: () => void
}

type Given = { origin: string; campaignId: string }

export function openChatPage({ origin, campaignId }: Given): ChatPage {
  const shown = new Set<string>()
  const doubles: string[] = []
  let told = new Set<string>()
  let stream: LiveListener | null = null
  let [position, comebacks, closed] = ['', -1, false]

  /** All of it, page by page, until it answers. */
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
    let needsList = true
    while (!closed) {
      try {
        const opened = await openListener(origin, [`chat:${campaignId}`], position ? { lastEventId: position } : {})
        stream = opened
        comebacks++
        let [taken, resets] = [0, 0]
        /** Each in its place among the messages: what is told after it may have been told before. */
        const heedResets = () => {
          for (; (opened.resetsAt[resets] ?? Number.POSITIVE_INFINITY) <= taken; resets++) {
            needsList = true
            told = new Set()
          }
        }
        while (!closed) {
          heedResets()
          for (; taken < stream.events.length; taken++, heedResets()) {
            const id: string | undefined = stream.events[taken]?.data?.said?.id
            if (!id) continue
            if (told.has(id)) doubles.push(id)
            told.add(id)
            shown.add(id)
          }
          position = stream.position() || position
          if (needsList && stream.hasBegun()) {
            // What cannot be fetched now is fetched at the next look; the stream stays.
            needsList = !(await fetchAll().then(
              () => true,
              () => false,
            ))
          }
          if (stream.hasEnded() && taken === stream.events.length) break
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      } catch {
        // Away: it tries again, as a browser does.
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
