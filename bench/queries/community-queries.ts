import type pg from 'pg'
import type { Viewer } from '#platform/viewer.ts'

/** One call of a procedure, by a visitor or a person; `of` is the group in which its times are counted. */
export type CommunityOptions = {
  of: 'lists and details' | 'pages of posts' | 'pages of members'
  what: string
  path: readonly string[]
  input: { [name: string]: unknown }
  viewer: Viewer | null
  /** The time from which the page continues, in the middle of the list instead of at its beginning. */
  from?: string
}

type Asker = { who: string; viewer: Viewer | null }
type Options = Omit<CommunityOptions, 'what' | 'viewer'>

const ask = ({ who, viewer }: Asker, asked: Options): CommunityOptions => ({
  ...asked,
  viewer,
  what: `${asked.path.join('.')} ${JSON.stringify({ ...asked.input, id: undefined })}${asked.from ? ', far down' : ''} as ${who}`,
})

const sorts = ['popular', 'members', 'new', 'trending']
const filters = [
  {},
  { privacy: 'public' },
  { privacy: 'private' },
  { tag: 'food' },
  { tag: 'soap' },
  { tag: 'nowhere' },
  { q: 'no' },
  { q: 'foods' },
  { q: 'shelf' },
  { q: 'xqzzy' },
  { q: 'foods', tag: 'water', privacy: 'public' },
]

/** Calls for the largest community (as a visitor, and as its owner, who likes a third of its posts) and for a private one (as a visitor and as a member). */
export async function communityQueries(pool: pg.Pool): Promise<CommunityOptions[]> {
  const one = async (text: string) => {
    const { rows } = await pool.query<{ id: string }>(text)
    return String(rows[0]?.id)
  }
  const large = await one('select community_id as id from community_rank order by members desc limit 1')
  const closed = await one("select community_id as id from community_rank where privacy = 'private' order by members desc limit 1")
  const busyPost = await one(`select s.post_id as id from community_post_stats s join community_post p on p.id = s.post_id
    where p.community_id = '${large}' order by s.comments desc limit 1`)
  const someone = (id: string): Viewer => ({
    ...{ id, name: 'Bench P.', displayName: 'Bench P.', avatarUrl: null },
    ...{ role: 'member', isCounted: true, pledgesPrivately: false },
  })
  const owner = someone(await one(`select owner_user_id as id from community where id = '${large}'`))
  const insider = someone(await one(`select person_id as id from community_member where community_id = '${closed}' and status = 'active' limit 1`))
  const visitor: Asker = { who: 'visitor', viewer: null }
  const member: Asker = { who: 'member', viewer: owner }
  const inClosed: Asker = { who: 'member of a private one', viewer: insider }
  const middle = await one(`select percentile_disc(0.5) within group (order by created_at)::text as id from community_member where community_id = '${large}'`)
  const deepPost = await one(`select percentile_disc(0.2) within group (order by created_at)::text as id from community_post where community_id = '${large}'`)

  const list = (input: object) => ({ of: 'lists and details' as const, path: ['communities', 'list'], input: { ...input } })
  const detail = (path: string[], input: object = {}) => ({ of: 'lists and details' as const, path, input: { ...input } })
  const posts = (input: object, from?: string) => ({
    of: 'pages of posts' as const,
    path: ['communityPosts', 'list'],
    input: { ...input },
    ...(from ? { from } : {}),
  })
  const members = (input: object, from?: string) => ({
    of: 'pages of members' as const,
    path: ['communityMembers', 'list'],
    input: { ...input },
    ...(from ? { from } : {}),
  })
  return [
    ...sorts.flatMap((sort) => filters.map((filter) => ask(visitor, list({ sort, ...filter })))),
    ...sorts.map((sort) => ask(member, list({ sort }))),
    ask(visitor, detail(['communities', 'trending'])),
    ask(visitor, detail(['communities', 'tags'])),
    ...[visitor, member].map((asker) => ask(asker, detail(['communities', 'get'], { idOrSlug: large }))),
    ...[visitor, inClosed].map((asker) => ask(asker, detail(['communities', 'get'], { idOrSlug: closed }))),
    ask(member, detail(['communities', 'mine'], { of: 'joined' })),
    ask(visitor, detail(['communities', 'ofPerson'], { id: owner.id, of: 'joined' })),
    ask(member, detail(['communityCampaigns', 'list'], { id: large })),
    ask(member, posts({ id: large })),
    ask(member, posts({ id: large }, deepPost)),
    ask(visitor, posts({ id: large })),
    ask(inClosed, posts({ id: closed })),
    ask(member, { of: 'pages of posts', path: ['communityPosts', 'get'], input: { id: busyPost } }),
    ask(member, members({ id: large })),
    ask(member, members({ id: large }, middle)),
    ask(visitor, members({ id: large })),
    ask(inClosed, members({ id: closed })),
    ...['ada', 'ada p', 'zebedee', 'mi', 'nobody'].map((q) => ask(member, members({ id: large, q }))),
    ask(member, members({ id: large, q: 'ada' }, middle)),
    ask(member, { of: 'pages of members', path: ['communityMembers', 'banned'], input: { id: large } }),
    ask(member, { of: 'pages of members', path: ['communityMembers', 'requests'], input: { id: large } }),
  ]
}
