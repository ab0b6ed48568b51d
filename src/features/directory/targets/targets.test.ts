import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { refreshEntryRanks } from '#features/pledges/tallies/server/public.ts'
import { aCampaign, aPerson, call, theSite, until } from '#tests/support/site.ts'

type Options = { name: string; industry?: string | null; slug?: string }

/** Inserts targets directly, by default in a new industry, and returns that industry's name. */
async function targets(names: (string | Options)[]): Promise<string> {
  const { store } = await theSite()
  const industry = { id: uuidv7(), slug: uuidv7().slice(-12), name: `Industry ${uuidv7()}` }
  await store.db.insertInto('industry').values(industry).execute()
  const given = names.map((each) => (typeof each === 'string' ? { name: each } : each))
  await store.db
    .insertInto('target')
    .values(given.map(({ name, industry: of, slug }) => ({ id: uuidv7(), slug: slug ?? uuidv7(), name, industry_id: of === null ? null : industry.id })))
    .execute()
  return industry.name
}

const list = (query: Record<string, string | number>) =>
  call(null, 'GET', `/targets?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`)
const counts = (query: Record<string, string>) => call(null, 'GET', `/target-counts?${new URLSearchParams(query)}`)
const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)

/** All pages of a list, by following its cursors. */
async function wholeList(query: Record<string, string | number>): Promise<string[]> {
  const all: string[] = []
  let cursor: string | undefined
  do {
    const { status, body } = await list({ ...query, ...(cursor ? { cursor } : {}) })
    expect(status).toBe(200)
    all.push(...names(body))
    cursor = body.nextCursor ?? undefined
  } while (cursor)
  return all
}

/** Creates a campaign against the target with this number of supporters. */
async function pressed(targetId: string, supporters: number, spendCents = 1_000): Promise<void> {
  const impact = { mode: 'monetary', productService: 'Coffee', spendCents, durationBasis: 'weekly' }
  const campaign = await aCampaign(await aPerson(), { target: { id: targetId }, impact })
  for (let n = 1; n < supporters; n++) await call(await aPerson(), 'PUT', `/campaigns/${campaign.id}/pledge`, { body: {} })
}

async function idOf(name: string): Promise<string> {
  const { store } = await theSite()
  return (await store.db.selectFrom('target').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
}

test('targets are ordered by name regardless of case and accents, in pages without duplicates or gaps', async () => {
  const all = ['Äpfel', 'apex', 'Birne', 'Ćwikła', 'cactus', 'Zebra', 'zèbre', '100% Öl', '_under', "L'Été"].map((name) => `${name} ${uuidv7()}`)
  const industry = await targets(all)
  const whole = await wholeList({ industry, limit: 100 })
  expect([...whole].sort()).toEqual([...all].sort())
  const plain = whole
    .map((name) => name.normalize('NFD').replace(/\p{M}/gu, '').replace('ł', 'l').toLowerCase())
    .filter((name) => /^[a-z]/.test(name) && !name.startsWith("l'"))
  expect(plain).toEqual([...plain].sort())
  for (const limit of [1, 3, 7]) expect(await wholeList({ industry, limit })).toEqual(whole)
})

test('the list is filtered by an industry’s name regardless of case and accents; an unknown industry has no targets', async () => {
  const name = `Inside ${uuidv7()}`
  const industry = await targets([name, { name: `Outside ${uuidv7()}`, industry: null }])
  expect(names((await list({ industry: industry.toUpperCase() })).body)).toEqual([name])
  expect((await list({ industry: `${industry} not` })).body).toEqual({ items: [], nextCursor: null })
  expect((await counts({ industry: `${industry} not` })).body).toEqual({ all: 0, campaigns: 0, none: 0 })
})

test('the targets of a cause are those of published campaigns for it, once each, without drafts and other causes', async () => {
  const [one, other, won, drafted] = ['One', 'Other', 'Won', 'Drafted'].map((word) => `${word} ${uuidv7()}`)
  const all = [one, other, won, drafted].flatMap((name) => name ?? [])
  const industry = await targets([...all, `Beside ${uuidv7()}`])
  const cause = `Fair ${uuidv7()}`
  const against = async (name = '', more: object = {}) => aCampaign(await aPerson(), { target: { id: await idOf(name) }, causes: [{ name: cause }], ...more })
  for (const name of [one, one, other]) await against(name)
  const ended = await aPerson()
  const { id } = await aCampaign(ended, { target: { id: await idOf(won ?? '') }, causes: [{ name: cause }] })
  await call(ended, 'POST', `/campaigns/${id}/victory`, { body: { statement: 'They pay now.' } })
  await against(drafted, { publish: false })
  const { store } = await theSite()
  await refreshEntryRanks(store.db)
  const shown = async (query: object) => names((await list({ cause, ...query })).body)
  await until(async () => (await shown({})).length === 3 && (await shown({ has: 'none' })).length === 1)
  expect(await shown({})).toEqual([one, other, won])
  expect(await shown({ has: 'campaigns' })).toEqual([one, other])
  expect(await shown({ has: 'none' })).toEqual([won])
  expect(await wholeList({ cause: cause.toUpperCase(), limit: 1 })).toEqual([one, other, won])
  expect(await shown({ search: one ?? '' })).toEqual([one])
  expect(await shown({ search: 'beside', industry })).toEqual([])
  expect((await counts({ cause })).body).toEqual({ all: 3, campaigns: 2, none: 1 })
  expect((await list({ cause: `${cause} not` })).body).toEqual({ items: [], nextCursor: null })
})

test('three letters match anywhere in a name, one or two at the beginning of a word, and wildcards have no special meaning', async () => {
  // Uses letters that none of the searched words begins with.
  const mark = uuidv7()
    .slice(-8)
    .replace(/[0-9]/g, (digit) => 'ghijkpquvx'[Number(digit)] ?? '')
  const of = ['Nestlé Waters', 'Coca-Cola', 'H&M', '50% Off_Store', 'Back\\slash', 'ОАО Ромашка', '任天堂', '🍌 Bananas', "Ben's"].map(
    (name) => `${name} ${mark}`,
  )
  const industry = await targets(of)
  const found = async (search: string) => names((await list({ industry, search })).body).map((name) => name.replace(` ${mark}`, ''))
  expect(await found('NESTLE')).toEqual(['Nestlé Waters'])
  expect(await found('ater')).toEqual(['Nestlé Waters'])
  expect(await found('wa')).toEqual(['Nestlé Waters'])
  expect(await found('at')).toEqual([])
  expect(await found('co')).toEqual(['Coca-Cola'])
  expect(await found('ol')).toEqual([])
  expect(await found('m')).toEqual(['H&M'])
  expect(await found('50%')).toEqual(['50% Off_Store'])
  expect(await found('0%o')).toEqual([])
  expect(await found('f_s')).toEqual(['50% Off_Store'])
  expect(await found('k\\s')).toEqual(['Back\\slash'])
  expect(await found('ром')).toEqual(['ОАО Ромашка'])
  expect(await found('任')).toEqual(['任天堂'])
  expect(await found('🍌')).toEqual(['🍌 Bananas'])
  expect(await found("n's")).toEqual(["Ben's"])
  expect(await found('   ')).toHaveLength(of.length)
  expect((await counts({ industry, search: 'nest' })).body).toEqual({ all: 1, campaigns: 0, none: 1 })
})

test('if no name contains the text, its words match in any order with one typo, on every page and in the counts', async () => {
  const mark = Array.from(uuidv7().slice(-8), (sign) => String.fromCharCode(97 + Number.parseInt(sign, 16))).join('')
  const all = [`Zorbacola ${mark}`, `Zorbacola kiosks ${mark}`, `Zorbacolt ${mark}`, `Elsewhere ${mark}`]
  const industry = await targets(all)
  const found = (search: string) => wholeList({ industry, search, limit: 1 })
  const both = [all[0], all[1]].sort()
  expect(await found('zorbacolla')).toEqual(both)
  expect(await found('zorbacola')).toEqual(both)
  expect(await found('zobracola kiosk')).toEqual([all[1]])
  expect(await found(`${mark} elsewhere`)).toEqual([all[3]])
  expect(await found('zrobocolla')).toEqual([])
  expect((await counts({ industry, search: 'zorbacolla' })).body).toEqual({ all: 2, campaigns: 0, none: 2 })
  for (const odd of ['%%%', "'''", '\\\\\\', '(|&)', ':*!', '🍌🍌🍌']) expect((await list({ industry, search: odd })).status).toBe(200)
})

test('targets can be ordered by campaigns, supporters and impact; the filter by campaigns equals its counts; a target’s own page has the same numbers', async () => {
  const { store } = await theSite()
  const mark = uuidv7().slice(-8)
  const [many, crowd, dear, empty, bare] = ['Many', 'Crowd', 'Dear', 'Empty', 'Bare'].map((name) => `${name} ${mark}`)
  const industry = await targets([many, crowd, dear, empty, bare].map(String))
  for (let n = 0; n < 3; n++) await pressed(await idOf(String(many)), 1, 1)
  for (let n = 0; n < 2; n++) await pressed(await idOf(String(crowd)), 3, 2)
  await pressed(await idOf(String(dear)), 2, 9_999_900)
  const ids = await Promise.all([many, crowd, dear].map((name) => idOf(String(name))))
  // The leader counts the pledges first; then the ranks are refreshed.
  await until(async () => {
    await refreshEntryRanks(store.db)
    const rows = await store.db.selectFrom('subject_rank').select('supporters').where('subject_id', 'in', ids).execute()
    return (
      rows
        .map(({ supporters }) => supporters)
        .toSorted((a, b) => a - b)
        .join() === '2,3,6'
    )
  })
  for (const limit of [1, 2, 100]) {
    expect((await wholeList({ industry, sort: 'campaigns', limit })).slice(0, 3)).toEqual([many, crowd, dear])
    expect((await wholeList({ industry, sort: 'supporters', limit })).slice(0, 3)).toEqual([crowd, many, dear])
    expect((await wholeList({ industry, sort: 'impact', limit })).slice(0, 3)).toEqual([dear, crowd, many])
    expect(await wholeList({ industry, has: 'campaigns', limit })).toEqual([crowd, dear, many])
    for (const sort of ['az', 'campaigns', 'supporters', 'impact']) expect(await wholeList({ industry, has: 'none', sort, limit })).toEqual([bare, empty])
  }
  expect((await counts({ industry })).body).toEqual({ all: 5, campaigns: 3, none: 2 })
  const item = (await list({ industry, search: 'Crowd' })).body.items[0]
  expect(item).toMatchObject({
    name: crowd,
    industry: { name: industry },
    isFictional: false,
    logoUrl: null,
    numbers: { campaigns: 2, supporters: 6, yearlyCents: 6 * 2 * 52 },
  })
  const alone = await call(null, 'GET', `/targets/${item.slug}`)
  expect(alone).toMatchObject({ status: 200, body: { id: item.id, name: crowd, createdAt: expect.any(String), numbers: { campaigns: 2, supporters: 6 } } })
  expect((await list({ slug: item.slug })).body.items).toMatchObject([{ id: item.id }])
})

test('invalid parameters are refused, and an unknown target is not found', async () => {
  for (const query of ['sort=loudest', 'has=some', 'limit=0', 'limit=101', `search=${'x'.repeat(201)}`, 'cursor=mine', 'page=2'])
    expect((await call(null, 'GET', `/targets?${query}`)).status).toBe(400)
  const made = (after: unknown) => Buffer.from(JSON.stringify([after, uuidv7()])).toString('base64url')
  expect((await list({ cursor: made(5) })).body.code).toBe('BAD_CURSOR')
  expect((await list({ sort: 'supporters', cursor: made('A') })).body.code).toBe('BAD_CURSOR')
  for (const after of [-1, 0.5, 1e300, 9_007_199_254_740_991]) expect((await list({ sort: 'impact', cursor: made(after) })).status).toBe(200)
  expect(await call(null, 'GET', '/targets/nobody-at-all')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})
