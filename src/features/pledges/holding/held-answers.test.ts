import { expect, test } from 'vitest'
import { newPeople } from '#tests/support/held-pledges.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { expectCleanRecount, join, pledgeStates, supportersOf } from '#tests/support/pledges.ts'
import { aCampaign, aPerson, call } from '#tests/support/site.ts'

ownSite({ TRUSTED_PROXIES: '127.0.0.1' })

const counted = (number: number) => Array(number).fill('counted')

test('joins of new accounts without a sign-up form are held once their network is over its budget, which neither responses nor pages show', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  const people = await newPeople(7)
  const address = '20.0.0.9'
  const answers = []
  for (const person of people) answers.push(await join(person, campaign, { address }))
  expect(await pledgeStates(campaign, people)).toEqual([...counted(4), 'held', 'held', 'held'])
  for (const { pledge } of answers) expect(pledge).toEqual({ state: 'counted', isPrivate: true })
  expect(answers.map(({ count }) => count.supporters)).toEqual([2, 3, 4, 5, 5, 5, 5])
  // Joining again gets the public number, too: an answer that is above it would prove a hold.
  for (const person of people) expect((await join(person, campaign, { address })).count.supporters).toBe(await supportersOf(campaign))
  expect((await call(creator, 'GET', `/campaigns/${campaign.id}/updates/reach`)).body).toEqual({ people: 4 })
  const pages = await Promise.all(people.map(async (person) => (await call(person, 'GET', `/campaigns/${campaign.id}/pledge`)).body))
  // `from` depends on when a person joined, also for held pledges.
  for (const page of pages) expect(page).toEqual({ ...pages[0], detaching: { refusal: 'PLEDGE_TOO_NEW', from: expect.any(String) } })
  for (const person of people) expect((await call(person, 'GET', '/me/pledges')).body.items[0].pledge.state).toBe('counted')
  await expectCleanRecount()
})

test('while a campaign counts quietly, the answers to counted and to held joins have the number of its last step', async () => {
  const creator = await aPerson()
  const campaign = await aCampaign(creator)
  expect((await call(creator, 'PUT', `/campaigns/${campaign.id}/quiet`, { body: { every: 'hour' } })).status).toBe(200)
  const people = await newPeople(6)
  const address = '20.1.0.9'
  const answers = []
  for (const person of people) answers.push(await join(person, campaign, { address }))
  expect(await pledgeStates(campaign, people)).toEqual([...counted(4), 'held', 'held'])
  expect(answers).toEqual(Array(6).fill(answers[0]))
  expect(answers[0].count.supporters).toBe(1)
})
