import { openStore } from '#platform/server/store/open-store.ts'
import { aCampaignBody } from './campaign-body.ts'
import { plantRepresentative } from './companies.ts'
import { type Member, signedUp } from './members.ts'
import type { Served } from './shared-products.ts'
import { clientOf } from './visitor.ts'

/** A page of the test of all screens. `as`: the session cookie of another person than the test's own. */
export type Screen = {
  name: string
  path: string | (() => Promise<string>)
  signedIn?: boolean
  as?: () => Promise<string>
  status?: number
  shows?: string
  opens?: string
}

type Kind = 'moderator' | 'admin' | 'creator' | 'author' | 'reporter'
const people: Record<Kind, Member> = Object.create(null)
const made = { comment: '', decision: '', appealed: '', removed: '', target: '' }

const at = (name: string, path: () => string, kind?: Kind): Screen => ({
  name,
  path: async () => path(),
  ...(kind && { as: async () => people[kind].cookie }),
})

/** The pages of reports, decisions, appeals and representatives, and those of moderators and administrators. */
export const moderationScreens: Screen[] = [
  ...['reports', 'appeals', 'people', 'entries', 'joins', 'companies', 'demands'].map((page) =>
    at(`moderation-${page}`, () => `/moderation/${page}`, 'moderator'),
  ),
  ...['switches', 'log', 'jobs'].map((page) => at(`operator-${page}`, () => `/operator/${page}`, 'admin')),
  at('report', () => `/report?kind=comment&id=${made.comment}`, 'creator'),
  at('report-visitor', () => `/report?kind=comment&id=${made.comment}`),
  at('reports', () => '/reports', 'reporter'),
  at('statement', () => `/statement/${made.decision}`, 'author'),
  at('statement-appealed', () => `/statement/${made.appealed}`, 'author'),
  at('represent', () => `/targets/${made.target}/represent`, 'creator'),
  at('represent-claimed', () => `/targets/${made.target}/represent`, 'reporter'),
  at('represent-waiting', () => `/targets/${made.target}/represent`, 'author'),
  { ...at('removed', () => `/campaigns/${made.removed}`), status: 410 },
  at('removed-author', () => `/campaigns/${made.removed}`, 'creator'),
]

/** Creates what these pages show. `community`: the slug of a public community, in which somebody reports a post of a member. */
export async function makeModeration(product: Served, { community }: { community: string }): Promise<void> {
  const asked = clientOf(product)
  for (const [kind, name, role] of [
    ['moderator', 'Mo Screens', 'moderator'],
    ['admin', 'Ad Screens', 'admin'],
    ['creator', 'Cree Screens', 'member'],
    ['author', 'Au Screens', 'member'],
    ['reporter', 'Rea Screens', 'member'],
  ] as const)
    people[kind] = await signedUp(product, name, { role, isConfirmed: true })
  const { moderator, creator, author, reporter } = people
  const campaign = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Pause it until somebody answers the phone' }))
  const removed = await asked(creator, 'POST', '/campaigns', aCampaignBody({ title: 'Everybody knows where he lives' }))
  const comment = async (body: string): Promise<string> => (await asked(author, 'POST', `/campaigns/${campaign.id}/comments`, { body })).id
  const report = (kind: string, id: string, reason: string, details: string) => asked(reporter, 'POST', '/reports', { kind, id, reason, details })
  const decided = { state: 'removed', rule: 'private_details', reason: 'It gives the home address of a store manager.' }
  const remove = async (id: string): Promise<string> => (await asked(moderator, 'PUT', `/comments/${id}/moderation`, decided)).moderation.decisionId
  const [open, first, second] = [
    await comment('Nobody there can be trusted.'),
    await comment('She lives at 5 Oak Road.'),
    await comment('He lives at 7 Elm Street.'),
  ]
  await report('comment', open, 'harassment', 'It insults everybody who works in the shop.')
  await report('comment', first, 'harassment', 'It is a private address.')
  const [decision, appealed] = [await remove(first), await remove(second)]
  await asked(author, 'POST', `/decisions/${appealed}/appeal`, { body: 'It is the address of the store, not a private one.' })
  await asked(moderator, 'PUT', `/campaigns/${removed.id}/moderation`, { ...decided, rule: 'harassment' })
  await asked(moderator, 'POST', '/moderation/demands', {
    by: 'District court',
    from: 'government',
    isNamed: true,
    about: 'comment',
    reason: 'It named no law.',
  })

  const inside = await asked(author, 'GET', `/communities/${community}`)
  await asked(author, 'PUT', `/communities/${inside.id}/membership`, {})
  const post = await asked(author, 'POST', `/communities/${inside.id}/posts`, { title: 'Watches', body: 'Buy my watches, they are half price today.' })
  await report('post', post.id, 'spam', 'It is the third time this week.')

  const { target } = await asked(creator, 'GET', `/campaigns/${campaign.id}`)
  await asked(reporter, 'POST', `/targets/${target.slug}/representation`, { domain: 'flickermoor.example' })
  const store = await openStore({ url: product.databaseUrl, onError: () => {} })
  const { id: targetId } = await store.db.selectFrom('target').select('id').where('slug', '=', target.slug).executeTakeFirstOrThrow()
  await plantRepresentative(store.db, { personId: author.id, targetId, state: 'waiting' }).finally(store.close)
  Object.assign(made, { comment: open, decision, appealed, removed: removed.slug, target: target.slug })
}
