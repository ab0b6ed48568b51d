import { v7 as uuidv7 } from 'uuid'
import { type Secrets, secretWord } from './secrets.ts'
import type { Value } from './world.ts'

export type Visitor = { name: string; cookie: string | null }
export type Asked = { path: string; method?: string; body?: string; headers?: Record<string, string> }
export type Crawl = ReturnType<typeof openCrawl>

/** Reads as one visitor, and writes down every secret it is told and every answer that gives a secret away. */
export function openCrawl({ origin, secrets, visitor }: { origin: string; secrets: Secrets; visitor: Visitor }) {
  const told = new Map<string, string>()
  const shown = new Set<string>()
  const oracles: string[] = []
  const asked = new Set<string>()
  const links = new Set<string>()
  const statuses = new Map<string, number>()

  async function fetchOne({ path, method = 'GET', body, headers }: Asked) {
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'GET' ? {} : { origin }),
        ...(visitor.cookie ? { cookie: visitor.cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    const type = response.headers.get('content-type') ?? ''
    const isText = /json|text|xml|javascript|svg|manifest/.test(type)
    return { status: response.status, head, type, bytes, text: isText ? bytes.toString('utf8') : bytes.toString('latin1') }
  }

  /** Asks again, for a while, where the answer is that there is too much to do, or that this visitor has asked too much. */
  async function patiently(call: Asked) {
    for (let tries = 1; ; tries++) {
      const answer = await fetchOne(call)
      if (![429, 503].includes(answer.status) || tries > 20) return answer
      const seconds = answer.status === 429 ? Number(/^retry-after: (\d+)$/m.exec(answer.head)?.[1] ?? 1) : tries / 10
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    }
  }

  function note(where: string, answer: Awaited<ReturnType<typeof fetchOne>>, without: string[] = []) {
    const whole = without.reduce((text, value) => withoutValue(text, value), `${answer.head}\n${answer.text}`)
    for (const canary of secrets.find(whole)) {
      shown.add(canary.what)
      if (!canary.seenBy.includes(visitor.name)) told.set(canary.what, where)
    }
    if (secrets.hasBytes(answer.bytes)) {
      shown.add('draft: picture')
      if (visitor.name !== 'creator') told.set('draft: picture', where)
    }
    if (answer.status >= 500) told.set(`an answer of ${answer.status}`, where)
    const location = /^location: (\/.*)$/m.exec(answer.head)?.[1]
    const found = [...(location ? [location] : []), ...(/html|json|xml|text\/plain/.test(answer.type) ? linksIn(answer.text) : [])]
    // What we said ourselves is repeated in some: those are asked about together with their twins already.
    for (const link of found) if (secrets.find(link).length === 0) links.add(link)
  }

  /** Asks, unless it was asked before. */
  async function ask(call: Asked): Promise<number> {
    const where = `${call.method ?? 'GET'} ${call.path} ${call.body?.slice(0, 200) ?? ''}`
    if (asked.has(where)) return statuses.get(where) ?? 0
    asked.add(where)
    const answer = await patiently(call)
    statuses.set(where, answer.status)
    note(where, answer)
    return answer.status
  }

  /**
   * Asks about a value. If it is a secret to this visitor, the same is asked about one that never was, and the two
   * answers must not differ: otherwise asking is a way to find out.
   */
  async function askAbout(value: Value, call: (value: string) => Asked): Promise<void> {
    if (!holdsSecret(secrets, value.value, visitor.name)) {
      await ask(call(value.value))
      return
    }
    const twin = twinOf(value.value)
    const [real, none] = [await patiently(call(value.value)), await patiently(call(twin))]
    const where = `${call(value.value).method ?? 'GET'} ${call(value.value).path} ${call(value.value).body ?? ''}`
    asked.add(where)
    note(where, real, secretsIn(value.value))
    const [told, toldOfNone] = [comparable(real, value.value), comparable(none, twin)]
    if (told !== toldOfNone) oracles.push(`${where}: ${firstDifference(told, toldOfNone)}`)
  }

  /** Asks about a value of which whoever has it may know that it is there; what else is told with it must be no secret. */
  async function askOpenly(value: Value, call: (value: string) => Asked): Promise<void> {
    const asking = call(value.value)
    asked.add(`${asking.method ?? 'GET'} ${asking.path} ${asking.body ?? ''}`)
    note(`${asking.method ?? 'GET'} ${asking.path}`, await patiently(asking), secretsIn(value.value))
  }

  return { ask, askAbout, askOpenly, told, shown, oracles, asked, links, name: visitor.name }
}

const holdsSecret = (secrets: Secrets, value: string, who: string) => secrets.find(value).some((canary) => secrets.isSecret(canary.needle, who))

const secretsIn = (value: string) => value.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|zqk[0-9a-f]{12}/g) ?? []

/** The same in form, but of a thing that is not there. */
const twinOf = (value: string) => secretsIn(value).reduce((text, part) => text.replaceAll(part, part.startsWith('zqk') ? secretWord() : uuidv7()), value)

type Answer = { status: number; head: string; text: string }

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

/** Runs so many at a time, in order of their beginning. */
export async function inLanes<T>(list: Iterable<T>, act: (one: T) => Promise<unknown>, lanes = 6): Promise<void> {
  const rest = [...list]
  async function lane() {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await act(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
