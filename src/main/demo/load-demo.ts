import type { Tx } from '#platform/server/idempotency.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { chanceOf } from './chance.ts'
import { loadCommunities } from './communities.ts'
import { loadCounts } from './counts.ts'
import { readFiction } from './demo-files.ts'
import { loadFiction } from './fiction.ts'
import { loadHistory } from './history.ts'
import { loadOnce } from './load-once.ts'
import { loadNotifications } from './notifications.ts'
import { loadPeople } from './people.ts'
import { idOf } from './reference.ts'
import { loadSupport } from './support.ts'
import { loadTalk } from './talk.ts'

const seed = 20_110_917

type Given = { now: Date; passwordHash: string }

/**
 * Invented people and campaigns, and history, into a store that holds the reference data and nobody yet: where people
 * are, they are real. Once for a store; true when it was now.
 */
export const loadDemo = (db: Db, given: Given) => loadOnce(db, 'demo', (tx) => fillDemo(tx, given))

async function fillDemo(tx: Tx, { now, passwordHash }: Given) {
  if (await tx.selectFrom('person').select('id').limit(1).executeTakeFirst()) return null
  const chance = chanceOf(seed)
  const fiction = readFiction()
  const people = await loadPeople(tx, { people: fiction.people, passwordHash, now, chance })
  const history = await loadHistory(tx, { now })
  const campaigns = await loadFiction(tx, { fiction, people, now })
  const communities = await loadCommunities(tx, { stories: fiction.communities, campaigns, people, now, chance: chanceOf(seed + 1) })
  await loadTalk(tx, { campaigns, people, now, chance })
  const pledges = await loadSupport(tx, { campaigns, people, now, chance })
  await loadNotifications(tx, { personIds: ['ada', 'bao'].map((key) => idOf(people.named, key)), now })
  await loadCounts(tx)
  return { people: people.named.size + people.supporters.length, campaigns: campaigns.length, communities, history: history.length, pledges }
}
