import type { Rows } from './reference-rows.ts'
import { momentOf } from './times.ts'
import { isConfirmed, shuffle, type World } from './world.ts'

const weekMs = 7 * 86_400_000

/** Random time between publication and now, in ms. One in twenty is within the last week, which determines the trending score. */
export function momentSince({ chance, now }: Pick<World, 'chance' | 'now'>, publishedAt: number): number {
  const from = chance.next() < 0.05 ? Math.max(publishedAt, now - weekMs) : publishedAt
  return from + chance.next() * (now - from)
}

/** Pledges of all campaigns in random order, as they would have arrived: neighbouring rows belong to different campaigns. */
export function pledgeRows(world: World): Rows {
  return { table: 'pledge', columns: ['campaign_id', 'person_id', 'state', 'is_private', 'created_at', 'counted_at'], of: lines(world) }
}

function* lines(world: World): Generator<string> {
  const { campaigns, people, chance } = world
  const order = new Uint32Array(campaigns.reduce((sum, { pledges }) => sum + pledges, 0))
  let filled = 0
  for (const [n, { pledges }] of campaigns.entries()) {
    order.fill(n, filled, filled + pledges)
    filled += pledges
  }
  shuffle(order, chance)
  const taken = new Uint32Array(campaigns.length)
  for (const n of order) {
    const campaign = campaigns[n]
    if (!campaign) continue
    const person = (campaign.creator + (taken[n] ?? 0) * campaign.step) % people.length
    taken[n] = (taken[n] ?? 0) + 1
    const at = momentOf(momentSince(world, campaign.publishedAt))
    const counted = isConfirmed(person)
    yield `${campaign.id}\t${people[person]}\t${counted ? 'counted' : 'unconfirmed'}\t${person % 10 === 3 ? 't' : 'f'}\t${at}\t${counted ? at : '\\N'}\n`
  }
}
