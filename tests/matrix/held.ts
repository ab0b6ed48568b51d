import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { aCampaign, aPerson, type Person, theSite } from '#tests/support/site.ts'

/** Inserts a pledge that was held, because requests of this machine are never held. `id` is that of the campaign, `slug` the network. */
export async function plantHeld({ id: person_id }: Person, state: 'held' | 'review'): Promise<{ id: string; slug: string }> {
  const { store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const network = randomBytes(16).toString('hex')
  const key = { campaign_id: campaign.id, person_id }
  await store.db
    .insertInto('pledge')
    .values({ ...key, state, is_private: true })
    .execute()
  const signal = {
    network,
    browser: network,
    mail_domain: network,
    is_common_domain: false,
    is_quick: false,
    is_over: true,
    signals: ['form'],
    at: new Date(),
    held_at: new Date(),
  }
  await store.db
    .insertInto('join_signal')
    .values({ ...key, ...signal })
    .execute()
  return { id: campaign.id, slug: network }
}

/**
 * Inserts an invalidation that was stopped at once, because one that is started through the API runs at once, or one that waits for consent. A person
 * whose pledge it has taken out waits for a look. Its moderator has left.
 */
export async function plantInvalidation(state: 'stopped' | 'proposed'): Promise<{ id: string; slug: string }> {
  const { store } = await theSite()
  const { id: started_by } = await aPerson()
  const campaign = await aCampaign(await aPerson())
  const id = uuidv7()
  const texts = { mail_domain: 'nowhere.test', reason: 'Copies', note: 'They were copies.' }
  await store.db
    .insertInto('invalidation')
    .values({ id, ...texts, started_by, state, consent: state === 'proposed' ? 'second' : null, campaign_ids: [], to_check: 0 })
    .execute()
  const key = { campaign_id: campaign.id, person_id: started_by }
  await store.db
    .insertInto('pledge')
    .values({ ...key, state: 'invalid', own_state: 'unconfirmed', is_private: true })
    .execute()
  await store.db
    .insertInto('pledge_correction')
    .values({ ...key, invalidation_id: id, look_asked_at: new Date() })
    .execute()
  return { id, slug: '' }
}
