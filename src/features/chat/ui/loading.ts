import type { ChatMessage } from '../contract.ts'
import { chatLimits } from '../terms.ts'
import { api } from './api.ts'
import { compareMessages, type Older } from './chat-state.ts'

type Loaded = { items: ChatMessage[]; older: Older; hiddenAuthors: string[] }

const longPage = 100
const mostPages = 5

const olderAt = (cursor: string | null): Older => (cursor === null ? 'none' : { cursor })

/** Loads the newest messages, back to the oldest one shown, at most `mostPages` pages. */
export async function loadNewest(campaignId: string, shown: ChatMessage | undefined): Promise<Loaded> {
  const items: ChatMessage[] = []
  let cursor: string | null = null
  let hiddenAuthors: string[] = []
  for (let page = 0; page < mostPages; page++) {
    const limit = shown ? longPage : chatLimits.page
    const { items: more, nextCursor, hiddenAuthors: hidden } = await api.list.call({ id: campaignId, limit, ...(cursor === null ? {} : { cursor }) })
    items.push(...more)
    cursor = nextCursor
    hiddenAuthors = hidden
    const last = items.at(-1)
    if (cursor === null || !shown || (last && compareMessages(last, shown) <= 0)) break
  }
  return { items, older: olderAt(cursor), hiddenAuthors }
}

/** A page of messages before the oldest one shown. */
export async function loadOlder(campaignId: string, { older, shown }: { older: Older; shown: ChatMessage | undefined }): Promise<Loaded> {
  if (older === 'none') return { items: [], older, hiddenAuthors: [] }
  if (older === 'unknown') return loadNewest(campaignId, shown)
  const { items, nextCursor, hiddenAuthors } = await api.list.call({ id: campaignId, limit: chatLimits.page, cursor: older.cursor })
  return { items, older: olderAt(nextCursor), hiddenAuthors }
}
