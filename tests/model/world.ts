import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { aConfirmingToken, postAuth } from '#tests/support/accounts.ts'
import { aCampaignBody } from '#tests/support/campaign-body.ts'
import { type Answer, aPerson, call, type Person, theSite } from '#tests/support/site.ts'
import type { Command, Name } from './model.ts'

export type World = {
  persons: Record<Name, Person>
  ids: string[]
  target: string
  /** Ids of the comments that were created, by tag. */
  said: Map<string, string>
}

/** Creates a draft and an active campaign against a new target, and the people of the model. */
export async function aWorld(): Promise<World> {
  const persons = {
    creator: await aPerson(),
    joiner: await aPerson(),
    newcomer: await aPerson({ isCounted: false }),
    moderator: await aPerson({ role: 'moderator' }),
  }
  const { store } = await theSite()
  // Accounts younger than a day cannot disconnect a pledge at once, and only people with a proved address are shown that a pledge is repeated.
  await sql`update person set created_at = now() - interval '7 days', email_verified = counting_from is not null
    where id = any(${Object.values(persons).map(({ id }) => id)}::uuid[])`.execute(store.db)
  const target = `Model target ${uuidv7()}`
  const given = { target: { name: target }, title: titleOf(0), impact: impactOf(100), causes: [{ name: 'Fair model' }] }
  const draft = await aCampaign(persons.creator, { ...given, publish: false })
  const active = await aCampaign(persons.creator, given)
  return { persons, ids: [draft, active], target, said: new Map() }
}

export const titleOf = (title: number) => `The title number ${title} of this campaign`
const impactOf = (spendCents: number) => ({ mode: 'monetary', productService: 'Streaming', spendCents, durationBasis: 'monthly' })
const never = '00000000-0000-7000-8000-000000000000'
const patienceMs = 60_000

/** Sends a command through the API, and returns the response in the model's terms. */
export async function send(world: World, command: Command): Promise<string> {
  const key = uuidv7()
  const { status, body } = await answered(() => answerTo({ world, key }, command))
  if (command.do === 'comment' && status === 201) world.said.set(command.tag, body.id)
  return command.do === 'pledge' && status === 200 ? `200 ${body.pledge.state}` : String(status)
}

/** Number of commands, and of responses with status 503 (the database was unavailable for a moment). */
export const asked = { all: 0, away: 0 }

/**
 * Repeats a request after 503, as the site's pages do: on a machine that pauses for seconds, locks and connections time out and new requests
 * are refused.
 */
export async function answered<Given extends Pick<Answer, 'status' | 'body'>>(ask: () => Promise<Given>): Promise<Given> {
  asked.all++
  const end = Date.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503 || Date.now() > end) return answer
    asked.away++
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function aCampaign(creator: Person, changes: Record<string, unknown>): Promise<string> {
  const key = uuidv7()
  const { status, body } = await answered(() => call(creator, 'POST', '/campaigns', { body: aCampaignBody(changes), key }))
  if (status !== 201) throw new Error(`not created: ${status} ${JSON.stringify(body)}`)
  return body.id
}

async function answerTo({ world, key }: { world: World; key: string }, command: Command) {
  const who = world.persons[command.by]
  if (command.do === 'confirm') return confirm(who)
  if (!('campaign' in command)) {
    const id = world.said.get(command.tag) ?? never
    if (command.do === 'reword') return call(who, 'PATCH', `/comments/${id}`, { body: { body: `${command.tag} reworded` } })
    if (command.do === 'remove') return call(who, 'DELETE', `/comments/${id}`)
    return call(who, command.do === 'like' ? 'PUT' : 'DELETE', `/likes/campaign_comment/${id}`)
  }
  const path = `/campaigns/${world.ids[command.campaign]}`
  if (command.do === 'publish') return call(who, 'POST', `${path}/publish`, { body: {}, key })
  if (command.do === 'delete') return call(who, 'DELETE', path)
  if (command.do === 'archive') return call(who, 'POST', `${path}/archive`, { body: { reason: 'A reason' } })
  if (command.do === 'victory') return call(who, 'POST', `${path}/victory`, { body: { statement: `We won ${command.statement}`, reason: 'A reason' } })
  if (command.do === 'pledge') return call(who, 'PUT', `${path}/pledge`, { body: {} })
  if (command.do === 'detach') return call(who, 'DELETE', `${path}/pledge`)
  if (command.do === 'edit') return call(who, 'PATCH', path, { body: changesOf(command.change) })
  if (command.do !== 'comment') throw new Error(`Nobody sends ${command.do}`)
  const parentId = command.under === null ? null : (world.said.get(command.under) ?? never)
  return call(who, 'POST', `${path}/comments`, { body: { body: command.tag, parentId }, key })
}

const changesOf = ({ title, spend, goal }: { title?: number; spend?: number; goal?: number }) => ({
  ...(title === undefined ? {} : { title: titleOf(title) }),
  ...(spend === undefined ? {} : { impact: impactOf(spend) }),
  ...(goal === undefined ? {} : { supportersGoal: goal || null }),
})

/** One link for each person: a new link would invalidate the one that is being used. */
const links = new Map<string, Promise<string>>()

async function confirm(who: Person) {
  const link = links.get(who.id) ?? aConfirmingToken(who)
  links.set(who.id, link)
  return postAuth('verify-email', { token: await link }, who)
}
