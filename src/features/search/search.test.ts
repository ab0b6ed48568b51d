import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { inSearchTurn } from '#platform/server/ranked-search.ts'
import { aCampaign, aPerson, call, type Person, theSite } from '#tests/support/site.ts'

const find = async (query: string, who: Person | null = null) => {
  const answer = await call(who, 'GET', `/search?${query}`)
  expect([query, answer.status]).toEqual([query, 200])
  return answer.body
}
const names = ({ items }: { items: { name?: string; title?: string }[] }) => items.map(({ name, title }) => name ?? title)

/** A word that no other test uses, derived from an id. */
const aWord = (id: string) => id.slice(-10).replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'q')

type Options = { name: string; description?: string; privacy?: string; tags?: string[]; members?: number }

async function aCommunity(owner: Person, { name, description = '', privacy = 'public', tags = [], members = 0 }: Options) {
  const { pool } = (await theSite()).store
  const id = uuidv7()
  await pool.query('insert into community (id, name, slug, description, privacy, tags, owner_user_id) values ($1, $2, $3, $4, $5, $6, $7)', [
    id,
    name,
    `community-${id}`,
    description,
    privacy,
    tags,
    owner.id,
  ])
  await pool.query("insert into community_member (community_id, person_id, role) values ($1, $2, 'owner')", [id, owner.id])
  for (let n = 0; n < members; n++) {
    await pool.query('insert into community_member (community_id, person_id) values ($1, $2)', [id, (await aPerson()).id])
  }
  return id
}

test('the preview has five entries of each kind: campaigns newest first, targets and public communities with their numbers', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  const target = { name: `Target ${word}` }
  for (let n = 0; n < 7; n++) await aCampaign(creator, { title: `Number ${n} of ${word}`, target })
  await aCommunity(creator, { name: `Club of ${word}`, members: 2 })
  await aCommunity(creator, { name: `Closed club of ${word}`, privacy: 'private' })
  const { status, body } = await call(null, 'GET', `/search/preview?q=${word}`)
  expect(status).toBe(200)
  expect(names({ items: body.campaigns })).toEqual([6, 5, 4, 3, 2].map((n) => `Number ${n} of ${word}`))
  expect(body.campaigns[0]).toMatchObject({ count: { supporters: 1 }, target: { name: target.name } })
  expect(body.targets).toMatchObject([{ name: target.name, numbers: { campaigns: 7 } }])
  expect(body.communities).toMatchObject([{ name: `Club of ${word}`, members: 3 }])
})

test('a search for the company finds the campaigns about it, after those that have the words in their title', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  const [about, inTitle] = [
    await aCampaign(creator, { title: 'Leave the glitter on the shelf', target: { name: `${word} & Sons` } }),
    await aCampaign(creator, { title: `No more ${word}`, summary: 'Not a word about the company.' }),
  ]
  const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)
  expect(ids(await find(`q=${word}`))).toEqual([inTitle.id, about.id])
  expect(ids(await find(`q=${word}+glitter+sons`))).toEqual([about.id])
  expect(ids((await call(null, 'GET', `/campaigns?q=${word}+sons`)).body)).toEqual([about.id])
  expect(ids({ items: (await call(null, 'GET', `/search/preview?q=${word}`)).body.campaigns })).toEqual([inTitle.id, about.id])
})

test('the preview of a historical boycott has its years', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  const { id } = await aCampaign(creator, { title: `A boycott of ${word}` })
  const { pool } = (await theSite()).store
  const become = (values: string) => pool.query(`update campaign set ${values} where id = $1`, [id])
  await become("is_historical = true, creator_id = null, started_on = '1970-02-01', ended_on = '1986-11-23'")
  const { body } = await call(null, 'GET', `/search/preview?q=${word}`)
  await become(`is_historical = false, creator_id = '${creator.id}', started_on = null, ended_on = null`)
  expect(body.campaigns).toMatchObject([{ isHistorical: true, startedOn: '1970-02-01', endedOn: '1986-11-23' }])
})

test('one typo is forgiven in words of at least four letters, but not in the first letter', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  const [three, four] = [word.slice(0, 3), word.slice(-4)]
  const title = `A title with zy${word} and ${three} and ${four}`
  await aCampaign(creator, { title })
  const finds = async (q: string) => names(await find(`q=${q}&limit=50`)).includes(title)
  expect(await finds(`zy${word}x`)).toBe(true)
  expect(await finds(`xy${word}`)).toBe(false)
  expect(await finds(`yz${word}`)).toBe(false)
  expect(await finds(`${four}x+${word}`)).toBe(true)
  // For example, neither "coff" nor "ofx" finds "off".
  expect(await finds(`q${three}+${word}`)).toBe(false)
  expect(await finds(`${three.slice(0, 2)}${three[2] === 'x' ? 'q' : 'x'}+${word}`)).toBe(false)
  expect(await finds(`${three}x+${word}`)).toBe(false)
})

test('two letters match the beginning of a word, three or more any part', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  await aCampaign(creator, { title: `Nothing but zq${word}`, target: { name: `Target ${word}` } })
  expect(names(await find(`q=${word.slice(2, 9)}`))).toHaveLength(1)
  expect(names(await find(`q=zq+${word.slice(2, 9)}`))).toHaveLength(1)
  expect(names(await find(`q=q${word[0]}+${word.slice(2, 9)}`))).toHaveLength(0)
})

test('campaigns can be filtered by status, target, industry and any of several causes', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  const one = await aCampaign(creator, {
    title: `First of ${word}`,
    target: { name: `A ${word}`, industry: { name: `Industry A ${word}` } },
    causes: [{ name: `Cause A ${word}` }],
  })
  await aCampaign(creator, {
    title: `Second of ${word}`,
    target: { name: `B ${word}`, industry: { name: `Industry B ${word}` } },
    causes: [{ name: `Cause B ${word}` }],
  })
  await call(creator, 'POST', `/campaigns/${one.id}/victory`, { body: { statement: 'They gave in to all of it.' } })
  const asked = async (filter: string) => names(await find(`q=${word}&sort=newest&${filter}`))
  expect(await asked('')).toEqual([`Second of ${word}`, `First of ${word}`])
  expect(await asked('status=active')).toEqual([`Second of ${word}`])
  expect(await asked('status=victory')).toEqual([`First of ${word}`])
  expect(await asked(`target=a-${word}`)).toEqual([`First of ${word}`])
  expect(await asked(`industry=industry b ${word}`)).toEqual([`Second of ${word}`])
  expect(await asked(`causes=Cause A ${word},Cause B ${word}`)).toHaveLength(2)
  expect(await asked(`causes=Cause B ${word}`)).toEqual([`Second of ${word}`])
  expect(await asked('industry=none-such')).toEqual([])
  await call(creator, 'POST', `/campaigns/${one.id}/archive`, { body: {} })
  expect(await asked('')).toEqual([`Second of ${word}`])
})

test('drafts are found by their creator only, and only if drafts are requested', async () => {
  const [creator, other] = [await aPerson(), await aPerson()]
  const word = aWord(creator.id)
  const title = `A draft about ${word}`
  await aCampaign(creator, { title, publish: false })
  expect(names(await find(`q=${word}`, creator))).toEqual([])
  expect(await find(`q=${word.slice(1, 7)}&status=draft`, creator)).toMatchObject({ items: [{ title, status: 'draft' }], total: 1 })
  expect(names(await find(`q=absent+${word}&status=draft`, creator))).toEqual([])
  const about = await aCampaign(creator, { publish: false, title: 'A draft about a glasshouse', target: { name: `Panes of ${word}` } })
  expect((await find(`q=${word}+panes&status=draft`, creator)).items.map(({ id }: { id: string }) => id)).toEqual([about.id])
  expect(names(await find(`q=${word}&status=draft`, other))).toEqual([])
  expect((await call(null, 'GET', `/search?q=${word}&status=draft`)).status).toBe(401)
})

test('targets can be ordered by campaigns or name, and filtered by industry', async () => {
  const creator = await aPerson()
  const word = aWord(creator.id)
  const add = (target: string, industry: string, title: string) =>
    aCampaign(creator, { title: `${title} ${word}`, target: { name: `${target} ${word}`, industry: { name: `${industry} ${word}` } } })
  await add('Zeta', 'Shoes', 'The first one')
  const { body } = await call(null, 'GET', `/targets?search=Zeta ${word}`)
  await aCampaign(creator, { title: `The other one ${word}`, target: { id: body.items[0].id } })
  await add('Alpha', 'Food', 'The third one')
  expect(names(await find(`kind=targets&q=${word}`))).toEqual([`Zeta ${word}`, `Alpha ${word}`])
  expect(names(await find(`kind=targets&q=${word}&sort=az`))).toEqual([`Alpha ${word}`, `Zeta ${word}`])
  expect(names(await find(`kind=targets&q=${word}&industry=food ${word}`))).toEqual([`Alpha ${word}`])
  const first = await find(`kind=targets&q=${word}&sort=az&limit=1`)
  expect(first).toMatchObject({ total: 2 })
  expect(names(await find(`kind=targets&q=${word}&sort=az&limit=1&cursor=${encodeURIComponent(first.nextCursor)}`))).toEqual([`Zeta ${word}`])
})

test('communities, also private ones, are found by name before description, filtered by privacy and tags, and sorted by members or age', async () => {
  const owner = await aPerson()
  const word = aWord(owner.id)
  await aCommunity(owner, { name: 'Quiet people', description: `They say ${word}`, members: 3, tags: ['Food', `Ta-${word}`] })
  await aCommunity(owner, { name: `Small ${word}`, privacy: 'private', tags: [`ta-${word}`] })
  await aCommunity(owner, { name: `Large ${word}`, members: 2 })
  const asked = async (filter: string) => names(await find(`kind=communities&q=${word}&${filter}`))
  expect(await asked('')).toEqual([`Large ${word}`, `Small ${word}`, 'Quiet people'])
  expect(await asked('privacy=private')).toEqual([`Small ${word}`])
  expect(await asked('privacy=public&sort=newest')).toEqual([`Large ${word}`, 'Quiet people'])
  expect(await asked(`tags=TA-${word}`)).toEqual([`Small ${word}`, 'Quiet people'])
  expect(await asked(`tags=TA-${word},food`)).toEqual(['Quiet people'])
  expect((await call(null, 'GET', '/search/tags')).status).toBe(200)
})

test('a community’s member count includes active members only', async () => {
  const owner = await aPerson()
  const word = aWord(owner.id)
  const id = await aCommunity(owner, { name: `Club ${word}`, privacy: 'private' })
  const { pool } = (await theSite()).store
  const members = async () => (await find(`kind=communities&q=${word}`)).items[0].members
  const person = await aPerson()
  await pool.query("insert into community_member (community_id, person_id, status) values ($1, $2, 'pending')", [id, person.id])
  expect(await members()).toBe(1)
  await pool.query("update community_member set status = 'active' where person_id = $1", [person.id])
  expect(await members()).toBe(2)
  await pool.query('delete from community_member where person_id = $1', [person.id])
  expect(await members()).toBe(1)
})

test('a search without a word finds nothing, and one of ten thousand letters is cut', async () => {
  for (const kind of ['campaigns', 'targets', 'communities']) {
    for (const q of ['', '   ', '%', "'", '(&|!)', '😀'.repeat(3), 'x'.repeat(10_000)]) {
      expect(await find(`kind=${kind}&q=${encodeURIComponent(q)}`)).toMatchObject({ items: [], total: 0, nextCursor: null })
    }
  }
})

test('unknown filter values get a 400', async () => {
  for (const query of ['kind=people', 'status=archived', 'sort=az', 'kind=targets&sort=newest', 'privacy=secret', 'cursor=x', 'limit=0', 'unknown=1']) {
    expect([query, (await call(null, 'GET', `/search?q=a&${query}`)).status]).toEqual([query, 400])
  }
})

test('searches beyond the concurrency limit are refused, and other requests are answered meanwhile', async () => {
  await find('q=water')
  const { promise: held, resolve: end } = Promise.withResolvers<void>()
  const others = Promise.allSettled(Array.from({ length: 206 }, () => inSearchTurn(() => held)))
  try {
    for (const path of ['/search?q=water', '/search/preview?q=water', '/campaigns?q=water'])
      expect(await call(null, 'GET', path), path).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect((await call(null, 'GET', '/campaigns?limit=1')).status).toBe(200)
  } finally {
    end()
    await others
  }
  expect((await call(null, 'GET', '/search?q=water')).status).toBe(200)
})
