import { isDeepStrictEqual } from 'node:util'
import type { Ledger, Person, Write } from './ledger.ts'
import { type Answer, eventually, type Line } from './load.ts'

/** Compares acknowledged writes with the product's current state. Returns one line for each write that is lost, changed or incomplete. */
export async function notAsAcknowledged(line: Line, writes: Write[]): Promise<string[]> {
  const found: string[] = []
  const waiting = [...writes]
  async function worker() {
    for (let write = waiting.pop(); write; write = waiting.pop()) {
      const problem = await problemOf(line, write)
      if (problem) found.push(`${write.kind} ${write.answer.id ?? write.campaign}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return found
}

async function problemOf(line: Line, write: Write): Promise<string | null> {
  const { kind, answer, person, call, campaign } = write
  if (kind === 'upload') return pictureProblem(line, person, answer)
  if (kind === 'comment') return commentProblem(line, write)
  const { status, body } = await read(line, `/api/v1/campaigns/${campaign}`, person)
  if (status !== 200) return `read as ${status}`
  if (kind === 'join') {
    if (!isDeepStrictEqual(body.viewer.pledge, answer.pledge)) return `pledge ${JSON.stringify(body.viewer.pledge)}, not ${JSON.stringify(answer.pledge)}`
    return body.count.version < answer.count.version ? `version ${body.count.version} after ${answer.count.version}` : null
  }
  if (body.status === 'draft' ? body.slug !== null : !body.slug) return `address ${body.slug} of a campaign that is ${body.status}`
  // A draft has no slug, and gets one when it is published.
  if (answer.slug !== null && body.slug !== answer.slug) return `address ${body.slug}, not ${answer.slug}`
  if (!followers[answer.status]?.includes(body.status)) return `status ${body.status} after ${answer.status}`
  if (body.status !== 'draft' && body.viewer.pledge?.state !== 'counted') return 'its creator has not joined'
  return wholeProblem(body) ?? (kind === 'publish' || kind === 'draft' ? changedProblem(body, call.body) : null)
}

/** The statuses that a campaign may have now, by the status in its acknowledgement. */
const followers: Record<string, string[]> = { draft: ['draft', 'active', 'victory'], active: ['active', 'victory'], victory: ['victory'] }

/** A campaign exists with everything that belongs to it, or not at all. */
function wholeProblem(body: any): string | null {
  const lists = [body.causes, body.actions, body.alternatives]
  return lists.every((list) => list.length === 1) && body.target.name ? null : `half-written: ${JSON.stringify(body)}`
}

function changedProblem(body: any, asked: any): string | null {
  const now = { title: body.title, target: body.target.name, causes: body.causes.map(({ name }: { name: string }) => name), actions: body.actions }
  const then = { title: asked.title, target: asked.target.name, causes: asked.causes.map(({ name }: { name: string }) => name), actions: asked.actions }
  return isDeepStrictEqual(now, then) ? null : `is ${JSON.stringify(now)}, asked was ${JSON.stringify(then)}`
}

async function commentProblem(line: Line, { campaign, person, answer }: Write): Promise<string | null> {
  for (let cursor = ''; ; ) {
    const { body } = await read(line, `/api/v1/campaigns/${campaign}/comments?limit=100${cursor}`, person)
    const said = body.items?.filter(({ id, body: words }: any) => id === answer.id || words === answer.body) ?? []
    if (said.length) return said.length === 1 && said[0].body === answer.body ? null : `said ${said.length} times`
    if (!body.nextCursor) return 'not among the comments'
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
  }
}

const pictureTypes: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg', avif: 'image/avif' }

async function pictureProblem(line: Line, person: Person, picture: any): Promise<string | null> {
  const sets: string[] = [picture.srcSet, ...picture.sources.map(({ srcSet }: { srcSet: string }) => srcSet)]
  const addresses: string[] = [picture.url, ...sets.flatMap((set) => set.split(',').map((entry) => entry.trim().split(' ')[0] ?? ''))]
  for (const address of addresses) {
    const { status, headers, bytes } = await read(line, address, person)
    const type = pictureTypes[address.slice(address.lastIndexOf('.') + 1)]
    if (status !== 200 || headers['content-type'] !== type || bytes < 20) return `${address} is ${status} with ${bytes} bytes of ${headers['content-type']}`
  }
  return null
}

/**
 * Compares the counts with the ledger, which must have no unanswered writes: the supporters of each campaign, and the platform's numbers,
 * which the leader updates with a delay. Returns the differences.
 */
export async function wrongCounts(line: Line, ledger: Ledger): Promise<string[]> {
  const supporters = new Map<string, Set<string>>()
  for (const { kind, campaign, person } of ledger.acknowledged())
    if (campaign && ['publish', 'publishDraft', 'join'].includes(kind)) supporters.set(campaign, (supporters.get(campaign) ?? new Set()).add(person.id))
  const ended = new Set(ledger.acknowledged().flatMap(({ kind, campaign }) => (kind === 'victory' ? [campaign] : [])))
  const found: string[] = []
  for (const [campaign, people] of supporters) {
    const { body } = await read(line, `/api/v1/campaigns/${campaign}`)
    if (body.count?.supporters !== people.size) found.push(`${campaign} shows ${body.count?.supporters} of ${people.size} supporters`)
  }
  const active = [...supporters].filter(([campaign]) => !ended.has(campaign))
  const expected = { activeCampaigns: active.length, supporters: new Set(active.flatMap(([, people]) => [...people])).size }
  const counted = await eventually('the platform is counted', async () => {
    const { body } = await read(line, '/api/v1/stats')
    return body.activeCampaigns === expected.activeCampaigns && body.supporters === expected.supporters ? body : null
  }).catch(async () => (await read(line, '/api/v1/stats')).body)
  const { activeCampaigns, supporters: people } = counted
  if (!isDeepStrictEqual({ activeCampaigns, supporters: people }, expected))
    found.push(`the platform shows ${JSON.stringify(counted)}, not ${JSON.stringify(expected)}`)
  return found
}

/** Repeats the request while the product answers 503. */
async function read(line: Line, path: string, person?: Person): Promise<Answer> {
  const end = Date.now() + 20_000
  for (;;) {
    const answer = await line.ask({ method: 'GET', path, ...(person ? { cookie: person.cookie } : {}) })
    if (answer.status !== 503 || Date.now() > end) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
