import { arrivalsOf, openLoop, type Phase } from './open-loop.ts'
import { sendAll } from './raw-client.ts'
import { publishMany, type Site } from './site.ts'

export type Kind = 'page' | 'read' | 'join'
export type Load = Awaited<ReturnType<typeof signedInLoad>>

/** Requests of signed-in people on 40 campaigns. `kinds` gives the kinds of requests in rotation; every join is by a different person. */
export async function signedInLoad(site: Site, kinds: Kind[]) {
  const [creator = '', ...readers] = await site.people(201)
  const campaigns = await publishMany(site, creator, 40)
  const host = `host: ${new URL(site.origin).host}`
  const kindOf = (n: number) => kinds[n % kinds.length] ?? 'page'
  const get = (path: string, cookie = '') => [`GET ${path} HTTP/1.1`, host, 'accept: text/html', `cookie: ${cookie}`, '', ''].join('\r\n')
  let joined = 0

  async function requestsOf(count: number) {
    const numbers = Array.from({ length: count }, (_, n) => n)
    const joiners = await site.people(numbers.filter((n) => kindOf(n) === 'join').length)
    return numbers.map((n) => {
      const [campaign, reader] = [campaigns[n % campaigns.length], readers[n % readers.length]]
      if (kindOf(n) === 'page') return get(`/campaigns/${campaign?.slug}`, reader)
      if (kindOf(n) === 'read') return get(`/api/v1/campaigns/${campaign?.slug}`, reader)
      const head = [`PUT /api/v1/campaigns/${campaigns[0]?.id}/pledge HTTP/1.1`, host, `origin: ${site.origin}`, `cookie: ${joiners.pop()}`]
      return [...head, 'content-type: application/json', 'content-length: 2', '', '{}'].join('\r\n')
    })
  }
  const countJoined = (statuses: ArrayLike<number>) => {
    for (let n = 0; n < statuses.length; n++) if (kindOf(n) === 'join' && statuses[n] === 200) joined++
  }

  return {
    kindOf,
    /** Joins that were answered with 200, and the pledge rows that exist. */
    async joins() {
      const { rows } = await site.pool.query("select count(*)::int as n from pledge where state = 'counted'")
      return { answered: joined, stored: Number(rows[0]?.n) - campaigns.length }
    },
    /** Sends requests over 12 connections, each as soon as the last is answered; returns requests per second. */
    async asFastAsAnswered(count: number) {
      const requests = await requestsOf(count)
      const began = performance.now()
      const answers = await sendAll({ origin: site.origin, connections: 12, requests })
      const seconds = (performance.now() - began) / 1000
      const refused = answers.find(({ status }) => status !== 200)
      if (refused) throw new Error(`A calm server answered ${refused.status}`)
      joined += requests.filter((_, n) => kindOf(n) === 'join').length
      return count / seconds
    },
    /** Sends requests at random times, regardless of the answers; returns the time and outcome of each. */
    async atRates(phases: Phase[]) {
      const due = arrivalsOf(phases)
      const outcomes = await openLoop({ origin: site.origin, pid: site.pid, due, requests: await requestsOf(due.length) })
      countJoined(outcomes.status)
      return { due, outcomes }
    },
  }
}
