import { beforeAll, expect, test } from 'vitest'
import { allOperations, isRead, viaRest, viaRpc } from './clients.ts'
import { communityActs, otherCommunityActs } from './community-acts.ts'
import type { CommunityActor } from './community-rights.ts'
import { complaints, readTable } from './community-table.ts'
import { absent, type CommunityWorld, theCommunityWorld } from './community-world.ts'

const operations = new Map(allOperations().map((operation) => [operation.name, operation]))
const rows = readTable()
/** The actors whose requests are also sent through `/rpc`, which calls the same procedures. Every word of the table occurs among theirs. */
const rpcActors: readonly CommunityActor[] = ['visitor', 'stranger', 'banned', 'member', 'owner']
let world: CommunityWorld

beforeAll(async () => {
  world = await theCommunityWorld()
})

test('every operation on communities and their content has its row, and every row is tested', () => {
  const named = rows.map(({ operation }) => operation)
  expect([...named].sort()).toEqual([...Object.keys(communityActs), ...Object.keys(otherCommunityActs)].sort())
  // These two operations are not about an existing community, so nobody can be a member of it.
  const apart = ['communities.slug', 'communities.create']
  const due = [...operations.keys()].filter((name) => /^communit/.test(name) && !apart.includes(name))
  expect(due.filter((name) => !named.includes(name))).toEqual([])
})

test.each(rows.filter(({ operation }) => operation in communityActs))(
  '$operation: everybody gets the response in the table through REST, and a few of them through RPC',
  { timeout: 120_000 },
  async ({ operation: named, cells }) => {
    const [name = ''] = named.split(' ')
    const operation = operations.get(name)
    const input = communityActs[named]
    if (!operation || !input) throw new Error(named)
    const wrong: string[] = []
    for (const endpoint of [viaRest, viaRpc]) {
      for (const { privacy, actor, word } of cells) {
        if (endpoint === viaRpc && !rpcActors.includes(actor)) continue
        const who = world.people[actor]
        const writes = word === 'yes' && !isRead(operation)
        const at = writes ? await world.fresh(privacy) : world.known[privacy]
        const answer = await endpoint(who, operation, input({ at }))
        const nothing = word === 'none' ? await endpoint(who, operation, input({ at: absent })) : null
        wrong.push(...complaints({ actor, word, at, answer, nothing }).map((what) => `${privacy}, ${actor}: ${what}`))
      }
    }
    expect(wrong).toEqual([])
  },
)

test.each(rows.filter(({ operation }) => operation in otherCommunityActs))(
  '$operation: everybody gets the response in the table',
  { timeout: 120_000 },
  async ({ operation, cells }) => {
    const ask = otherCommunityActs[operation]
    if (!ask) throw new Error(operation)
    const wrong: string[] = []
    for (const { privacy, actor, word } of cells) {
      const [who, at] = [world.people[actor], world.known[privacy]]
      const answer = await ask(who, at)
      const nothing = word === 'none' ? await ask(who, absent) : null
      wrong.push(...complaints({ actor, word, at, answer, nothing }).map((what) => `${privacy}, ${actor}: ${what}`))
    }
    expect(wrong).toEqual([])
  },
)
