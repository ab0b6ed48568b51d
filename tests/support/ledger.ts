import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { aCampaignBody } from './campaign-body.ts'
import { type Call, type Line, NoAnswer } from './load.ts'
import { random } from './seed.ts'
import { uniqueWords } from './unique-words.ts'

export type Person = { id: string; cookie: string }
type Kind = 'publish' | 'draft' | 'publishDraft' | 'join' | 'comment' | 'victory' | 'upload'

/** One write, however often it was sent. `answer` is the product's acknowledgement. */
export type Write = {
  kind: Kind
  person: Person
  call: Call
  /** The campaign that the write is about, if it is known. */
  campaign: string | null
  tries: number
  answer: any
  /** True if the write was refused because the campaign had ended. That is a correct answer. */
  wasTooLate: boolean
}

export type Ledger = ReturnType<typeof openLedger>

/** Only against hanging. */
const insistMs = 120_000

/**
 * Records the writes that were sent and their acknowledgements outside of the product. Tests compare these with the product's state.
 * `people` send the writes and upload `picture`.
 */
export function openLedger(given: { people: Person[]; picture: Uint8Array }) {
  const { people, picture } = given
  const writes: Write[] = []
  const open: { id: string; creator: Person; joined: Set<string> }[] = []
  const drafts: { id: string; person: Person }[] = []
  const ending = new Set<string>()
  const wrong: string[] = []

  function begin(kind: Kind, person: Person, call: Pick<Call, 'path' | 'body' | 'picture'>, campaign: string | null = null): Write {
    const method = kind === 'join' ? 'PUT' : 'POST'
    const write = { kind, person, call: { method, cookie: person.cookie, key: randomUUID(), ...call }, campaign, tries: 0, answer: null, wasTooLate: false }
    writes.push(write)
    return write
  }

  const publish = (person: Person) => begin('publish', person, { path: '/api/v1/campaigns', body: aCampaignBody({ title: `Unmistakable ${uniqueWords()}` }) })

  // Each function creates the next write of its kind, or returns null if there is nothing to apply it to.
  const kinds: Record<Kind, (person: Person) => Write | null> = {
    publish,
    draft: (person) => begin('draft', person, { path: '/api/v1/campaigns', body: aCampaignBody({ title: `Unmistakable ${uniqueWords()}`, publish: false }) }),
    upload: (person) => begin('upload', person, { path: '/api/v1/media', picture }),
    publishDraft(person) {
      const draft = taken(drafts, (one) => one.person === person)
      return draft ? begin('publishDraft', person, { path: `/api/v1/campaigns/${draft.id}/publish`, body: {} }, draft.id) : null
    },
    join(person) {
      const campaign = open.slice(-30).find(({ joined }) => !joined.has(person.id))
      campaign?.joined.add(person.id)
      return campaign ? begin('join', person, { path: `/api/v1/campaigns/${campaign.id}/pledge`, body: { isPrivate: random() < 0.5 } }, campaign.id) : null
    },
    comment(person) {
      const campaign = open.at(-1)
      return campaign
        ? begin('comment', person, { path: `/api/v1/campaigns/${campaign.id}/comments`, body: { body: `Said ${uniqueWords()}` } }, campaign.id)
        : null
    },
    victory(person) {
      const campaign = taken(open, ({ creator, joined }) => creator === person && joined.size > 2)
      if (campaign) ending.add(campaign.id)
      return campaign ? begin('victory', person, { path: `/api/v1/campaigns/${campaign.id}/victory`, body: { statement: 'They signed.' } }, campaign.id) : null
    },
  }

  /** The next write of a random person: mostly joins, and all other kinds. */
  function next(): Write {
    const person = oneOf(people)
    return kinds[oneOf(usual)](person) ?? publish(person)
  }

  /**
   * Sends a write, possibly again. Returns the status. The first 2xx is recorded as the acknowledgement, and a later one must be equal to it.
   * Throws `NoAnswer`.
   */
  async function send(line: Line, write: Write): Promise<number> {
    write.tries++
    const { status, body, headers } = await line.ask(write.call)
    if (status >= 200 && status < 300) acknowledge(write, body)
    else if (status === 409 && body.code === 'CAMPAIGN_NOT_ACTIVE' && ending.has(write.campaign ?? '') && write.answer === null) write.wasTooLate = true
    else if (status !== 503) wrong.push(`${write.kind} was answered ${status} ${JSON.stringify(body)} at try ${write.tries}`)
    else if (!headers['retry-after']) wrong.push(`${write.kind} was answered 503 without Retry-After`)
    return status
  }

  function acknowledge(write: Write, body: any) {
    const first = write.answer
    if (first !== null) {
      // The campaign's count may change; all else must be as in the first answer.
      const same = write.kind === 'join' ? isDeepStrictEqual(first.pledge, body.pledge) : isDeepStrictEqual(first, body)
      if (!same) wrong.push(`${write.kind} was answered ${JSON.stringify(first)} and then ${JSON.stringify(body)}`)
      return
    }
    write.answer = body
    if (write.kind === 'publish' || write.kind === 'draft') write.campaign = body.id
    if (write.kind === 'draft') drafts.push({ id: body.id, person: write.person })
    if (write.kind === 'publish' || write.kind === 'publishDraft') open.push({ id: body.id, creator: write.person, joined: new Set([write.person.id]) })
  }

  /** Repeats the write with the same key until it is acknowledged, or refused because its campaign has ended. */
  async function insist(line: Line, write: Write): Promise<void> {
    const end = Date.now() + insistMs
    for (;;) {
      const status = await send(line, write).catch(zeroWithoutAnswer)
      if (status > 0 && status !== 503) return
      if (Date.now() > end) throw new Error(`${write.kind} was not acknowledged after ${write.tries} tries, last ${status}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** The same for many writes, eight at a time. */
  async function insistAll(line: Line, unfinished: Write[]): Promise<void> {
    const waiting = [...unfinished]
    async function worker() {
      for (let write = waiting.shift(); write; write = waiting.shift()) await insist(line, write)
    }
    await Promise.all(Array.from({ length: 8 }, worker))
  }

  return {
    people,
    writes,
    /** Answers that are wrong whatever the state is. The list must stay empty. */
    wrong,
    next,
    send,
    insist,
    insistAll,
    acknowledged: () => writes.filter(({ answer }) => answer !== null),
    unanswered: () => writes.filter(({ answer, wasTooLate }) => answer === null && !wasTooLate),
  }
}

/** Number of writes of each kind, out of 80. */
const shares: Record<Kind, number> = { join: 39, publish: 14, draft: 8, publishDraft: 6, comment: 8, victory: 1, upload: 4 }
const usual = Object.entries(shares).flatMap(([kind, share]) => Array.from({ length: share }, () => kind as Kind))

/** People write without a pause, `atOnce` at a time, until `stop` is called or the product is gone. After a 503 the same write is repeated. */
export function keepWriting(given: { ledger: Ledger; line: Line; atOnce: number }) {
  const { ledger, line, atOnce } = given
  let stopped = false
  async function one() {
    let write = ledger.next()
    while (!stopped) {
      const status = await ledger.send(line, write).catch(zeroWithoutAnswer)
      if (status === 0) return
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, 20))
      else write = ledger.next()
    }
  }
  const all = Promise.all(Array.from({ length: atOnce }, one))
  return {
    async stop() {
      stopped = true
      await all
    },
  }
}

export function zeroWithoutAnswer(error: unknown): 0 {
  if (error instanceof NoAnswer) return 0
  throw error
}

/** Removes the first item that fits from a list, and returns it. */
function taken<Item>(items: Item[], fits: (item: Item) => boolean): Item | undefined {
  const at = items.findIndex(fits)
  return at < 0 ? undefined : items.splice(at, 1)[0]
}

function oneOf<Item>(items: Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('The ledger has nothing to choose from')
  return item
}
