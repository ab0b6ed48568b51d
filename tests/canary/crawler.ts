import { hash } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import { untilServed } from '#tests/support/until-served.ts'
import type { Address } from './addresses.ts'
import { formsOf, type Secrets, secretWord } from './secrets.ts'
import type { Value } from './world.ts'

export type Visitor = { name: string; cookie: string | null }
export type CrawlRequest = { path: string; method?: string; body?: string; headers?: Record<string, string> }
export type Crawl = ReturnType<typeof openCrawl>
/** Names and ids of a person, and those of a campaign that the person has joined. */
export type Pair = { person: string[]; campaign: string[] }
const agent = new Agent({ keepAlive: true })

type Crawling = { origin: string; secrets: Secrets; visitor: Visitor; pairs?: Record<string, Pair> }

/**
 * Reads as one visitor. Records every secret that the visitor must not see, every response that reveals one by differing, and every response that
 * names both of a pair.
 */
export function openCrawl({ origin, secrets, visitor, pairs = {} }: Crawling) {
  const notified = new Map<string, string>()
  const shown = new Set<string>()
  const oracles: string[] = []
  const asked = new Set<string>()
  const links = new Set<string>()
  const together: { pair: string; where: string }[] = []
  const sentNothing = new Map<string, string>()

  function fetchOne({ path, method = 'GET', body, headers }: CrawlRequest): Promise<Answer> {
    const all = {
      ...(method === 'GET' ? {} : { origin }),
      ...(visitor.cookie ? { cookie: visitor.cookie } : {}),
      // Node sends no content-length for a DELETE on its own, so the server would read an empty body.
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    }
    return new Promise((resolve, reject) => {
      const sent = request(`${origin}${path}`, { method, agent, headers: all }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', reject)
        response.once('end', () => resolve(answerOf(response, Buffer.concat(parts))))
      })
      sent.once('error', reject).end(body)
    })
  }

  /** Repeats the request while the product answers 503. */
  const patiently = (call: CrawlRequest) =>
    untilServed(
      () => fetchOne(call),
      ({ status }) => status === 503,
    )

  function note(where: string, answer: Answer, without: string[] = []) {
    const whole = without.reduce((text, value) => withoutValue(text, value), `${answer.head}\n${answer.text}`)
    for (const canary of secrets.find(whole)) {
      shown.add(canary.what)
      if (!canary.seenBy.includes(visitor.name)) notified.set(canary.what, where)
    }
    // The path counts as named by the answer. The query does not, and pages repeat it.
    const [query = ''] = /\?\S*/.exec(where) ?? []
    const named = `${where.replace(query, '')}\n${secretsIn(query).reduce(withoutValue, whole)}`
    const forms = Object.keys(pairs).length > 0 ? formsOf(named) : []
    const isNamed = (names: string[]) => forms.some((form) => names.some((each) => form.includes(each.toLowerCase())))
    for (const [pair, { person, campaign }] of Object.entries(pairs)) if (isNamed(person) && isNamed(campaign)) together.push({ pair, where })
    if (secrets.hasBytes(answer.bytes)) {
      shown.add('draft: picture')
      if (visitor.name !== 'creator') notified.set('draft: picture', where)
    }
    // A 429 is an error here too: a site on this machine applies no rate limit to its own callers.
    if (answer.status >= 500 || answer.status === 429) notified.set(`an answer of ${answer.status}`, where)
    const location = /^location: (\/.*)$/m.exec(answer.head)?.[1]
    const found = [...(location ? [location] : []), ...(/html|json|xml|text\/plain/.test(answer.type) ? linksIn(answer.text) : [])]
    // Skips links that contain a secret: they are repeated from a request, and those requests are already compared with their twins.
    for (const link of new Set(found)) if (!links.has(link) && secrets.find(link).length === 0) links.add(link)
  }

  /** Sends the request unless it was sent before. */
  async function ask(call: CrawlRequest): Promise<void> {
    const where = placeOf(call)
    if (asked.has(where)) return
    asked.add(where)
    note(where, await patiently(call))
  }

  /**
   * Requests something by a value. If the value is a secret to this visitor, the same request is sent with a twin: a value of the same form
   * that does not exist. The two responses must be equal, or the visitor could find out that the secret exists. The twin's response is the
   * same for all secrets of a pattern, so its hash is kept and it is requested again only after a difference.
   */
  async function requestAsEverybody(value: Value, call: (value: string) => CrawlRequest): Promise<void> {
    if (!holdsSecret(secrets, value.value, visitor.name)) return ask(call(value.value))
    const where = placeOf(call(value.value))
    asked.add(where)
    const real = await patiently(call(value.value))
    note(where, real, secretsIn(value.value))
    const notified = comparable(real, value.value)
    const pattern = JSON.stringify(call(withoutSecrets(value.value)))
    if (hash('sha1', notified) === sentNothing.get(pattern)) return
    const twin = twinOf(value.value)
    const none = comparable(await patiently(call(twin)), twin)
    sentNothing.set(pattern, hash('sha1', none))
    if (notified !== none) oracles.push(`${where}: ${firstDifference(notified, none)}`)
  }

  /** Requests something by a value that the visitor may know. The response may contain this value, but no other secret. */
  async function requestAsVisitor(value: Value, call: (value: string) => CrawlRequest): Promise<void> {
    const where = placeOf(call(value.value))
    asked.add(where)
    note(where, await patiently(call(value.value)), secretsIn(value.value))
  }

  /** Reads an address. A profile may be shown to anybody who has the person's id; elsewhere a person's id is a secret. */
  function read({ value, request }: Address): Promise<void> {
    if (value === null) return ask(request(''))
    const isProfile = /^\/(u|profile|api\/v1\/profiles|rpc\/profiles|rpc\/communities\/ofPerson)(\/|$)/.test(request(value.value).path)
    return value.of === 'person' && isProfile ? requestAsVisitor(value, request) : requestAsEverybody(value, request)
  }

  return { ask, requestAsEverybody, read, leaks: notified, shown, oracles, asked, links, together, name: visitor.name }
}

const placeOf = ({ method = 'GET', path, body = '' }: CrawlRequest) => `${method} ${path} ${body.slice(0, 200)}`

const holdsSecret = (secrets: Secrets, value: string, who: string) => secrets.find(value).some((canary) => secrets.isSecret(canary.needle, who))

const secretsIn = (value: string) => value.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|zqk[0-9a-f]{12}/g) ?? []

const replaceSecrets = (value: string, by: (part: string) => string) => secretsIn(value).reduce((text, part) => text.replaceAll(part, by(part)), value)
/** The same text with random ids and words of things that do not exist in place of the secrets. */
const twinOf = (value: string) => replaceSecrets(value, (part) => (part.startsWith('zqk') ? secretWord() : uuidv7()))
const withoutSecrets = (value: string) => replaceSecrets(value, (part) => (part.startsWith('zqk') ? '§word' : '§id'))

type Answer = { status: number; head: string; type: string; bytes: Buffer; text: string }

function answerOf(response: IncomingMessage, bytes: Buffer): Answer {
  const head = Object.entries(response.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  const type = response.headers['content-type'] ?? ''
  const isText = /json|text|xml|javascript|svg|manifest/.test(type)
  return { status: response.statusCode ?? 0, head, type, bytes, text: bytes.toString(isText ? 'utf8' : 'latin1') }
}

/**
 * Removes everything in which two responses may differ: times, trending scores (they decay with time), the value itself, and headers that
 * depend on it (lengths, hashes).
 */
function comparable({ status, head, text }: Answer, value: string): string {
  const headers = head.split('\n').filter((line) => !/^(date|x-request-id|content-security-policy|content-length|keep-alive|retry-after): /.test(line))
  const whole = [status, ...headers, text]
    .join('\n')
    .replace(/\b1[0-9]{12}\b/g, 'now')
    .replace(/(trendingScore\\?"?:)[0-9.]+/g, '$1')
    .replace(/(just now|\b\d+[mhd] ago\b)/g, 'lately')
  return secretsIn(value).reduce((left, part) => withoutValue(left, part), whole)
}

const withoutValue = (text: string, value: string) => text.split(value).join('§')

function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return `"${one.slice(Math.max(0, at - 60), at + 100)}" where for nothing stands "${other.slice(Math.max(0, at - 60), at + 100)}"`
}

/** Paths on this site that occur in a page or an API response. */
function linksIn(text: string): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll('\\/', '/')
  const found = [...plain.matchAll(/["'\s,](\/(?!\/)[\w\-.~%/]+(?:\?[\w\-.~%=&+,]*)?)(?=["'\s,])/g)].map(([, path]) => path ?? '')
  return found.filter((path) => !path.startsWith('/assets/'))
}
