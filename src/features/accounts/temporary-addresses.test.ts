import { expect, test } from 'vitest'
import { password, postAuth } from '#tests/support/accounts.ts'
import { ownSite } from '#tests/support/own-site.ts'
import { aPerson, theSite } from '#tests/support/site.ts'

ownSite({ TEMPORARY_EMAIL_DOMAINS: 'gone.example, Brief.example' })

const temporary = ['ada@mailinator.com', 'ada@inbox.mailinator.com', 'Ada@GUERRILLAMAIL.com', 'ada@gone.example', 'ada@x.brief.example']
const permanent = [
  'ada@privaterelay.appleid.com',
  'ada@mozmail.com',
  'ada@duck.com',
  'ada@simplelogin.com',
  'ada@people.test',
  'ada@mailinator.com.people.test',
]

test.each(temporary)('sign-up with %s is refused with a field error, and creates no account', async (address) => {
  const { store } = await theSite()
  const answer = await postAuth('sign-up/email', { name: 'Ada Lovelace', email: address, password })
  expect(answer).toMatchObject({ status: 422, body: { data: { fields: { email: 'EMAIL_TEMPORARY' } } } })
  expect(await store.db.selectFrom('person').select('id').where('email', '=', address.toLowerCase()).execute()).toEqual([])
})

test.each(permanent)('sign-up with the permanent address %s is accepted', async (address) => {
  expect((await postAuth('sign-up/email', { name: 'Ada Lovelace', email: address, password })).status).toBe(200)
})

test('a person cannot change the account’s email address to a temporary one', async () => {
  const person = await aPerson()
  const answer = await postAuth('change-email', { email: temporary[0], password }, person)
  expect(answer).toMatchObject({ status: 422, body: { data: { fields: { email: 'EMAIL_TEMPORARY' } } } })
})
