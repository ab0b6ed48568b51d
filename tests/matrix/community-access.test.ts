import { beforeAll, expect, test } from 'vitest'
import { aPerson, call } from '../support/site.ts'
import { allOperations, isRead, type Raw, viaRest } from './clients.ts'
import { communityActs, otherCommunityActs } from './community-acts.ts'
import type { CommunityActor, CommunityWord } from './community-rights.ts'
import { complaints, readTable } from './community-table.ts'
import { absent, type CommunityWorld, type Inhabited, theCommunityWorld } from './community-world.ts'

// When a person's relation to a community changes, the table's cells of the new relation must apply from the next request on.

const operations = new Map(allOperations().map((operation) => [operation.name, operation]))
const rows = readTable()
let world: CommunityWorld

beforeAll(async () => {
  world = await theCommunityWorld()
})

type Privacy = 'public' | 'private'
type On = { at: Inhabited; who: string }
type Change = {
  was: CommunityActor
  what: string
  becomes: CommunityActor
  by: 'owner' | 'themselves'
  call: (on: On) => [method: string, path: string, body?: object]
}

const ways: Record<string, Omit<Change, 'was'>> = {
  leave: { what: 'leaves', becomes: 'stranger', by: 'themselves', call: ({ at }) => ['DELETE', `/communities/${at.id}/membership`] },
  remove: { what: 'is removed', becomes: 'stranger', by: 'owner', call: ({ at, who }) => ['DELETE', `/communities/${at.id}/members/${who}`] },
  ban: { what: 'is banned', becomes: 'banned', by: 'owner', call: ({ at, who }) => ['PUT', `/communities/${at.id}/bans/${who}`, {}] },
  unban: { what: 'is banned no longer', becomes: 'stranger', by: 'owner', call: ({ at, who }) => ['DELETE', `/communities/${at.id}/bans/${who}`] },
  approve: { what: 'is let in', becomes: 'member', by: 'owner', call: ({ at, who }) => ['PUT', `/communities/${at.id}/requests/${who}`, {}] },
  decline: { what: 'is declined', becomes: 'stranger', by: 'owner', call: ({ at, who }) => ['DELETE', `/communities/${at.id}/requests/${who}`] },
  dismiss: {
    what: 'is dismissed',
    becomes: 'member',
    by: 'owner',
    call: ({ at, who }) => ['PUT', `/communities/${at.id}/members/${who}/role`, { role: 'member' }],
  },
  appoint: { what: 'is appointed', becomes: 'mod', by: 'owner', call: ({ at, who }) => ['PUT', `/communities/${at.id}/members/${who}/role`, { role: 'mod' }] },
  handOver: { what: 'hands it over', becomes: 'mod', by: 'themselves', call: ({ at }) => ['PUT', `/communities/${at.id}/owner`, { personId: at.memberId }] },
}
const of: Partial<Record<CommunityActor, (keyof typeof ways)[]>> = {
  member: ['leave', 'remove', 'ban', 'appoint'],
  mod: ['leave', 'remove', 'ban', 'dismiss'],
  owner: ['handOver'],
  pending: ['leave', 'approve', 'decline', 'ban'],
  banned: ['unban'],
}
const changes = (['public', 'private'] as const).flatMap((privacy) =>
  (Object.keys(of) as CommunityActor[]).flatMap((was) =>
    // Only a private community has people with a pending request.
    was === 'pending' && privacy === 'public' ? [] : (of[was] ?? []).flatMap((way) => (ways[way] ? [{ privacy, was, ...ways[way] }] : [])),
  ),
)

test.each(changes)(
  '$privacy: a person who was $was and $what gets the responses for a $becomes immediately, of every operation',
  { timeout: 120_000 },
  async (change) => {
    const { privacy, was, becomes } = change
    const who = await aPerson()
    const owner = was === 'owner' ? who : world.people.owner
    const at = await world.fresh(privacy, { [was]: who })
    const [method, path, body] = change.call({ at, who: who.id })
    const done = await call(change.by === 'owner' ? owner : who, method, path, { body })
    expect(done.status).toBe(200)

    const wrong: string[] = []
    for (const { operation: named, cells } of rows) {
      const operation = operations.get(named.split(' ')[0] ?? '')
      const input = communityActs[named]
      const ask = (about: Inhabited): Promise<Raw> => {
        if (operation && input) return viaRest(who, operation, input({ at: about }))
        return otherCommunityActs[named]?.(who, about) ?? Promise.reject(new Error(named))
      }
      const isWrite = operation !== undefined && !isRead(operation)
      for (const cell of cells.filter((one) => one.privacy === privacy && one.actor === becomes)) {
        const word = wordFor({ was, becomes, privacy, named }) ?? cell.word
        // Allowed writes are tested in communities.test.ts; here they would change the relation again.
        if ((word === 'yes' && isWrite) || named.startsWith('picture')) continue
        const answer = await ask(at)
        const nothing = word === 'none' ? await ask(absent) : null
        wrong.push(...complaints({ actor: becomes, word, at, answer, nothing }).map((what) => `${named}: ${what}`))
      }
    }
    expect(wrong).toEqual([])
  },
)

/**
 * The table's member is the author of the post and the comment. A former member may still delete their own content where it is visible to
 * them, and finds it in the export. A new member has written nothing.
 */
function wordFor({ was, becomes, privacy, named }: { was: CommunityActor; becomes: CommunityActor; privacy: Privacy; named: string }): CommunityWord | null {
  const [isEdit, isRemoval] = [/^(communityPosts|comments)\.edit$/.test(named), /^(communityPosts|comments)\.remove$/.test(named)]
  const isIn = becomes === 'member' || becomes === 'mod'
  // A repeated transfer succeeds, because the new owner is already the owner.
  if (was === 'owner' && named === 'communityMembers.transfer') return 'yes'
  // The person in the request is the owner now, so the list of joined communities does not contain it.
  if (was === 'owner' && named === 'communities.ofPerson') return 'unnamed'
  if (was !== 'member') return becomes === 'member' && (isEdit || isRemoval) ? 'others' : null
  if (named === 'settings.export') return 'yes'
  // The reported post is theirs, and reports about what mods wrote are for the site alone.
  if (becomes === 'mod' && named === 'communityReports.list') return 'unnamed'
  if (becomes === 'mod' && named === 'communityReports.context') return 'none'
  if (isIn) return isEdit ? 'yes' : null
  if (privacy === 'private') return null
  return isEdit ? 'members' : isRemoval ? 'yes' : null
}
