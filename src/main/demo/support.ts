import { noticeVersion } from '#features/pledges/policy.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { type Chance, daysBefore } from './chance.ts'
import type { DemoCampaign } from './demo-files.ts'
import { speakersOf } from './discussion.ts'
import type { LoadedCampaign } from './fiction.ts'
import { inChunks } from './in-chunks.ts'
import type { DemoPeople } from './people.ts'
import { idOf } from './reference.ts'

const recentDays = 7

/** Loads pledges to the demo's campaigns, all counted: the creator's first, then those of people who comment there, then others. */
export async function loadSupport(tx: Tx, given: { campaigns: LoadedCampaign[]; people: DemoPeople; now: Date; chance: Chance }): Promise<number> {
  const { campaigns, people, now, chance } = given
  const everybody = [...people.named.values(), ...people.supporters]
  const pledges = campaigns.flatMap(({ id, story }) => {
    const first = [story.creator, ...speakersOf(story.comments)].map((key) => idOf(people.named, key))
    const supporters = [...new Set([...first, ...chance.shuffled(everybody)])].slice(0, story.supporters)
    const times = timesOf(story, chance)
    return supporters.map((personId, n) => {
      const at = daysBefore(now, times[n] ?? story.publishedDaysAgo)
      return {
        campaign_id: id,
        person_id: personId,
        state: 'counted',
        is_private: false,
        notice_version: noticeVersion,
        notice_at: at,
        created_at: at,
        counted_at: at,
      }
    })
  })
  await inChunks(pledges, (rows) => tx.insertInto('pledge').values(rows).execute())
  return pledges.length
}

/** Returns when the supporters joined, in days ago, the first at publication: `recentShare` of them within the last 7 days. */
function timesOf(story: DemoCampaign, chance: Chance): number[] {
  const { publishedDaysAgo, endedDaysAgo, supporters, recentShare } = story
  const end = endedDaysAgo ?? 0
  const recent = endedDaysAgo === undefined ? Math.min(supporters - 1, Math.round(supporters * recentShare)) : 0
  const border = recent > 0 || endedDaysAgo === undefined ? Math.min(recentDays, publishedDaysAgo) : end
  const joined = Array.from({ length: supporters - 1 }, (_, n) => (n < recent ? chance.between(end, border) : chance.between(border, publishedDaysAgo)))
  return [publishedDaysAgo, ...joined.sort((one, other) => other - one)]
}
