import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { chanceOf } from './chance.ts'
import { loadCommunities } from './communities.ts'
import { loadCounts } from './counts.ts'
import { readFiction, readModeration } from './demo-files.ts'
import { loadDiscussion } from './discussion.ts'
import { loadFiction } from './fiction.ts'
import { loadHistory } from './history.ts'
import { loadOnce } from './load-once.ts'
import { loadModeration } from './moderation.ts'
import { loadNotifications } from './notifications.ts'
import { loadPeople } from './people.ts'
import { idOf } from './reference.ts'
import { loadSupport } from './support.ts'

const seed = 20_110_917

type Options = { now: Date; passwordHash: string }

/**
 * Loads fictional people, fictional campaigns and historical campaigns into a database with reference data. Does nothing if the database has people
 * already, since those are real. Runs once per database; returns true if this call ran it.
 */
export const loadDemo = (db: Db, given: Options) => loadOnce(db, 'demo', (tx) => fillDemo(tx, given))

async function fillDemo(tx: Tx, { now, passwordHash }: Options) {
  if (await tx.selectFrom('person').select('id').limit(1).executeTakeFirst()) return null
  const chance = chanceOf(seed)
  const fiction = readFiction()
  const people = await loadPeople(tx, { people: fiction.people, passwordHash, now, chance })
  const history = await loadHistory(tx, { now })
  const campaigns = await loadFiction(tx, { fiction, people, now })
  const communities = await loadCommunities(tx, { stories: fiction.communities, campaigns, people, now, chance: chanceOf(seed + 1) })
  await loadDiscussion(tx, { campaigns, people, now, chance })
  const pledges = await loadSupport(tx, { campaigns, people, now, chance })
  await loadModeration(tx, { moderation: readModeration(), campaigns, people, now, chance: chanceOf(seed + 2) })
  await loadNotifications(tx, { personIds: ['ada', 'bao'].map((key) => idOf(people.named, key)), now })
  await loadCounts(tx)
  return { people: people.named.size + people.supporters.length, campaigns: campaigns.length, communities, history: history.length, pledges }
}
