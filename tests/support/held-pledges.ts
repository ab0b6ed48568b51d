import { sql } from 'kysely'
import type { Store } from '#platform/server/store/open-store.ts'
import { aPerson, call, type Person, theSite } from './site.ts'

type Held = { campaignId: string; personIds: string[]; hoursAgo: number; state: 'held' | 'review'; network?: string }

/** Inserts pledges that were held for joining together from one network. Requests of this machine are never held. */
export async function holdPledges({ db }: Store, { campaignId, personIds, hoursAgo, state, network = 'a' }: Held): Promise<void> {
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  const keys = personIds.map((person_id) => ({ campaign_id: campaignId, person_id }))
  const hash = (letter: string) => letter.repeat(32)
  await db
    .insertInto('pledge')
    .values(keys.map((key) => ({ ...key, state, is_private: true, created_at: at })))
    .execute()
  const hashes = { network: hash(network), browser: hash('b'), mail_domain: hash('c') }
  const signal = { ...hashes, is_common_domain: true, is_quick: true, is_over: true, signals: ['form'], at, held_at: at }
  await db
    .insertInto('join_signal')
    .values(keys.map((key) => ({ ...key, ...signal })))
    .execute()
}

/** Makes the held pledges of these people this many hours old. */
export async function held(people: Person[], { id }: { id: string }, hours: number) {
  const { store } = await theSite()
  await sql`
    update join_signal set held_at = now() - make_interval(hours => ${hours})
    where campaign_id = ${id} and person_id = any(${people.map((person) => person.id)}::uuid[]) and held_at is not null`.execute(store.db)
}

export const newPeople = (count: number) => Promise.all(Array.from({ length: count }, () => aPerson()))

/** The open group of held pledges of a campaign, as a moderator sees it. */
export const groupOf = async (moderator: Person, { id }: { id: string }) =>
  (await call(moderator, 'GET', '/moderation/held-pledges')).body.items.find(({ campaign }: { campaign: { id: string } }) => campaign.id === id)

export const ownPledge = async (person: Person, { id }: { id: string }) => (await call(person, 'GET', `/campaigns/${id}/pledge`)).body
