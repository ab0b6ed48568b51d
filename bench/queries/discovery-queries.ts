import type pg from 'pg'

/** One call to a procedure; `of` is the group that its timings are reported under. */
export type DiscoveryOptions = {
  of: 'lists and details' | 'search preview' | 'search page'
  what: string
  path: readonly string[]
  input: { [name: string]: unknown }
}

const ask = (of: DiscoveryOptions['of'], path: readonly string[], input: { [name: string]: unknown }): DiscoveryOptions => ({
  of,
  what: `${path.join('.')} ${JSON.stringify(input)}`,
  path,
  input,
})

/** First pages of the lists in every order and with every filter. */
const lists = (industry: string): DiscoveryOptions[] => [
  ...['az', 'campaigns', 'supporters', 'impact'].flatMap((sort) =>
    [{}, { industry }, { has: 'campaigns' }, { has: 'none' }, { search: 'no' }, { search: 'foods' }, { search: 'xqzzy' }, { industry, search: 'foods' }].map(
      (filter) => ask('lists and details', ['targets', 'list'], { sort, ...filter }),
    ),
  ),
  ...[{}, { industry }, { search: 'foods' }].map((filter) => ask('lists and details', ['targets', 'counts'], filter)),
  ...['industries', 'causes'].flatMap((noun) =>
    ['trending', 'impact', 'campaigns', 'az'].flatMap((sort) => [false, true].map((active) => ask('lists and details', [noun, 'list'], { sort, active }))),
  ),
]

type Detail = { kind: 'target' | 'industry' | 'cause'; slug: string }
const plural = { target: 'targets', industry: 'industries', cause: 'causes' } as const

const details = (of: Detail): DiscoveryOptions[] => [
  ask('lists and details', [plural[of.kind], 'get'], { slug: of.slug }),
  ...['around', 'activity', 'growth'].map((part) => ask('lists and details', ['subjects', part], { kind: plural[of.kind], slug: of.slug })),
  ...(of.kind === 'target' ? [ask('lists and details', ['subjects', 'impact'], { slug: of.slug })] : []),
]

/** Returns three entries of each kind: the one with the most campaigns, the middle one and the one with the fewest. */
async function subjectsOf(pool: pg.Pool): Promise<Detail[]> {
  const { rows } = await pool.query<Detail>(`
    with ordered as (
      select r.kind, r.subject_id, r.campaigns, row_number() over (partition by r.kind order by r.campaigns desc, r.subject_id) as place,
        count(*) over (partition by r.kind) as many from subject_rank r),
    chosen as (select kind, subject_id from ordered where place in (1, many / 2, many))
    select c.kind, coalesce(t.slug, i.slug, k.slug) as slug from chosen c
    left join target t on t.id = c.subject_id left join industry i on i.id = c.subject_id left join cause k on k.id = c.subject_id`)
  return rows
}

/** Search texts of 2 to 40 characters: rare and common ones, misspellings, word pairs, and some with no results. */
async function textsOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ title: string; name: string }>(`
    (select c.title, t.name from campaign c join target t on t.id = c.target_id where c.status = 'active' order by c.id limit 3)
    union all (select c.title, t.name from campaign c join target t on t.id = c.target_id where c.status = 'active' order by c.id desc limit 3)`)
  const whole = rows.flatMap(({ title, name }) => [title, name])
  const cut = [2, 3, 4, 6, 9, 14, 20, 30, 40].flatMap((length) => whole.slice(0, 4).map((text) => text.slice(0, length).trim()))
  const words = whole.flatMap((text) => text.split(' ').filter((word) => word.length > 4))
  const typos = words.slice(0, 8).map((word) => word.slice(0, 2) + word.slice(3))
  const pairs = words.slice(0, 8).map((word, at) => `${word} ${words[(at + 5) % words.length] ?? ''}`)
  return [...new Set([...cut, ...words.slice(0, 12), ...typos, ...pairs, 'qx', 'xqzzy', 'zzzzzzzzzz qqqqqqqqqq', 'the', 'a b', '%_', 'ab%'])].filter(
    (text) => text.length > 1,
  )
}

export async function discoveryQueries(pool: pg.Pool): Promise<DiscoveryOptions[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from subject_rank r join industry i on i.id = r.subject_id order by r.campaigns desc, r.subject_id limit 1',
  )
  const texts = await textsOf(pool)
  return [
    ...lists(rows[0]?.name ?? ''),
    ...(await subjectsOf(pool)).flatMap(details),
    ...texts.map((q) => ask('search preview', ['search', 'preview'], { q })),
    ...texts.flatMap((q) => ['campaigns', 'targets'].map((kind) => ask('search page', ['search', 'find'], { q, kind }))),
  ]
}
