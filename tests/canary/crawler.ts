import { hash } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { v7 as uuidv7 } from 'uuid'
import { untilServed } from '#tests/support/until-served.ts'
import type { Address } from './addresses.ts'
import { type Secrets, secretWord } from './secrets.ts'
import type { Value } from './world.ts'

export type Visitor = { name: string; cookie: string | null }
export type Asked = { path: string; method?: string; body?: string; headers?: Record<string, string> }
export type Crawl = ReturnType<typeof openCrawl>
const agent = new Agent({ keepAlive: true })

/** Reads as one visitor, and writes down every secret it is told and every answer that gives a secret away. */
export function openCrawl({ origin, secrets, visitor }: { origin: string; secrets: Secrets; visitor: Visitor }) {
  const told = new Map<string, string>()
  const shown = new Set<string>()
  const oracles: string[] = []
  const asked = new Set<string>()
  const links = new Set<string>()
  const toldOfNone = new Map<string, string>()

  function fetchOne({ path, method = 'GET', body, headers }: Asked): Promise<Answer> {
    const all = {
      ...(method === 'GET' ? {} : { origin }),
      ...(visitor.cookie ? { cookie: visitor.cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
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

  /** Sends the request again while the product has too much to do. */
  const patiently = (call: Asked) =>
    untilServed(
      () => fetchOne(call),
      ({ status }) => status === 503,
    )

  function note(where: string, answer: Answer, without: string[] = []) {
    const whole = without.reduce((text, value) => withoutValue(text, value), `${answer.head}\n${answer.text}`)
    for (const canary of secrets.find(whole)) {
      shown.add(canary.what)
      if (!canary.seenBy.includes(visitor.name)) told.set(canary.what, where)
    }
    if (secrets.hasBytes(answer.bytes)) {
      shown.add('draft: picture')
      if (visitor.name !== 'creator') told.set('draft: picture', where)
    }
    // Nobody is refused for asking often here: a site on this machine does not count its own callers.
    if (answer.status >= 500 || answer.status === 429) told.set(`an answer of ${answer.status}`, where)
    const location = /^location: (\/.*)$/m.exec(answer.head)?.[1]
    const found = [...(location ? [location] : []), ...(/html|json|xml|text\/plain/.test(answer.type) ? linksIn(answer.text) : [])]
    // What we said ourselves is repeated in some: those are asked about together with their twins already.
    for (const link of new Set(found)) if (!links.has(link) && secrets.find(link).length === 0) links.add(link)
  }

  /** Asks, unless it was asked before. */
  async function ask(call: Asked): Promise<void> {
    const where = placeOf(call)
    if (asked.has(where)) return
    asked.add(where)
    note(where, await patiently(call))
  }

  /**
   * Asks about a value. If it is a secret to this visitor, the same is asked about one that never was, and the two
   * answers must not differ: otherwise asking is a way to find out. The answer about one that never was is the same for
   * every secret of an address, so it is asked for once, and anew where the two differ.
   */
  async function askAbout(value: Value, call: (value: string) => Asked): Promise<void> {
    if (!holdsSecret(secrets, value.value, visitor.name)) return ask(call(value.value))
    const where = placeOf(call(value.value))
    asked.add(where)
    const real = await patiently(call(value.value))
    note(where, real, secretsIn(value.value))
    const told = comparable(real, value.value)
    const pattern = JSON.stringify(call(withoutSecrets(value.value)))
    if (hash('sha1', told) === toldOfNone.get(pattern)) return
    const twin = twinOf(value.value)
    const none = comparable(await patiently(call(twin)), twin)
    toldOfNone.set(pattern, hash('sha1', none))
    if (told !== none) oracles.push(`${where}: ${firstDifference(told, none)}`)
  }

  /** Asks about a value of which whoever has it may know that it is there; what else is told with it must be no secret. */
  async function askOpenly(value: Value, call: (value: string) => Asked): Promise<void> {
    const where = placeOf(call(value.value))
    asked.add(where)
    note(where, await patiently(call(value.value)), secretsIn(value.value))
  }

  /** Reads an address; whoever knows a person's id may see their profile, anywhere else it is a secret like others. */
  function read({ value, request }: Address): Promise<void> {
    if (value === null) return ask(request(''))
    const isProfile = /^\/(u|profile|api\/v1\/profiles|rpc\/profiles|rpc\/communities\/ofPerson)(\/|$)/.test(request(value.value).path)
    return value.of === 'person' && isProfile ? askOpenly(value, request) : askAbout(value, request)
  }

  return { ask, askAbout, read, told, shown, oracles, asked, links, name: visitor.name }
}

const placeOf = ({ method = 'GET', path, body = '' }: Asked) => `${method} ${path} ${body.slice(0, 200)}`

const holdsSecret = (secrets: Secrets, value: string, who: string) => secrets.find(value).some((canary) => secrets.isSecret(canary.needle, who))

const secretsIn = (value: string) => value.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|zqk[0-9a-f]{12}/g) ?? []

const replaceSecrets = (value: string, by: (part: string) => string) => secretsIn(value).reduce((text, part) => text.replaceAll(part, by(part)), value)
/** The same in form, but of a thing that is not there. */
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

/** What tells two answers apart: not the moment, nor a score, which fades with every moment, not the value itself, not what is counted from it (lengths, hashes). */
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

/** Addresses of this site in a page or an answer. */
function linksIn(text: string): string[] {
  const plain = text.replaceAll('&amp;', '&').replaceAll('\\/', '/')
  const found = [...plain.matchAll(/["'\s,](\/(?!\/)[\w\-.~%/]+(?:\?[\w\-.~%=&+,]*)?)(?=["'\s,])/g)].map(([, path]) => path ?? '')
  return found.filter((path) => !path.startsWith('/assets/'))
}
