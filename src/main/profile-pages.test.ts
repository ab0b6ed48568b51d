import { expect, test } from 'vitest'
import { aCampaign, aPerson, call, metricsToken, theSite } from '#tests/support/site.ts'

const headers = { accept: 'text/html' }
async function open(path: string) {
  const { origin } = await theSite()
  const { status, headers: given } = await fetch(origin + path, { headers, redirect: 'manual' })
  return [status, given.get('location')?.replace(origin, '') ?? null]
}

async function renderedPages(): Promise<number> {
  const { origin } = await theSite()
  const text = await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  return Number(/^holdout_pages_rendered_total (\d+)$/m.exec(text)?.[1])
}

test('every other spelling of a page’s URL redirects to the one that is cached', async () => {
  const { id } = await aPerson()
  for (const path of [`/U/${id}`, `/u/${id.toUpperCase()}`, `/U/${id.toUpperCase()}/`, `/U/${id}//`.slice(0, -1)])
    expect(await open(path)).toEqual([301, `/u/${id}`])
  expect(await open(`/U/${id}?tab=pledges`)).toEqual([301, `/u/${id}?tab=pledges`])
  expect(await open('/CAMPAIGNS/Some-Slug')).toEqual([301, '/campaigns/some-slug'])
  expect(await open(`/u/${id}`)).toEqual([200, null])
})

test('a cached page is rendered again immediately when texts of the profile change, a pledge becomes private or a comment is removed', async () => {
  const person = await aPerson()
  const campaign = await aCampaign(await aPerson())
  await call(person, 'PUT', `/campaigns/${campaign.id}/pledge`, { body: { isPrivate: false } })
  const moderator = await aPerson({ role: 'moderator' })
  const comment = (await call(person, 'POST', `/campaigns/${campaign.id}/comments`, { body: { body: 'They are thieves' } })).body
  const changes = [
    () => call(person, 'PATCH', '/me/settings', { body: { bio: 'Written just now.' } }),
    () => call(person, 'PATCH', `/campaigns/${campaign.id}/pledge`, { body: { isPrivate: true } }),
    () => call(moderator, 'PUT', `/comments/${comment.id}/moderation`, { body: { state: 'removed', reason: 'A false claim.' } }),
  ]
  for (const change of changes) {
    await open(`/u/${person.id}`)
    expect((await change()).status).toBe(200)
    const before = await renderedPages()
    await open(`/u/${person.id}`)
    expect(await renderedPages()).toBe(before + 1)
  }
})
