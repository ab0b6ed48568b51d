import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { aMember, anEmail, password, postAuth, signedIn } from '#tests/support/accounts.ts'
import { linkIn } from '#tests/support/mail-server.ts'
import { call, theSite, until } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'

const another = 'green river stone'
const server = await aSiteWithMail()

test('other people cannot fill a mailbox by entering its email address', async () => {
  const email = anEmail()
  const answers = []
  for (let n = 0; n < 8; n++) answers.push((await postAuth('sign-up/email', { name: 'Eve', email, password })).text)
  expect(new Set(answers).size).toBe(1)
  const after = anEmail()
  await postAuth('sign-up/email', { name: 'Ada', email: after, password })
  await server.next(after)
  await until(queueIsEmpty)
  const mails = server.mails.filter(({ to }) => to === email)
  expect(mails).toHaveLength(5)
  // The link of the last mail still works: sign-ups that mail nothing replace no link.
  const confirmed = []
  for (const mail of mails) confirmed.push((await postAuth('verify-email', { token: linkIn(mail, 'confirm').token })).status)
  expect(confirmed.toSorted()).toEqual([200, 400, 400, 400, 400])
})

test('other people cannot fill a mailbox by entering other spellings of its email address', async () => {
  const name = uuidv7().replaceAll('-', '')
  const spellings = [
    ...Array.from({ length: 6 }, (_, n) => `${name}+${n}@gmail.com`),
    `${name.slice(0, 3)}.${name.slice(3)}@gmail.com`,
    `${name}@googlemail.com`,
  ]
  for (const email of spellings) await postAuth('sign-up/email', { name: 'Eve', email, password })
  // An email that is sent again counts towards the same limit.
  const again = await postAuth('send-confirmation', {}, await signedIn(spellings[7] ?? ''))
  expect(again.status).toBe(429)
  const reset = []
  for (const email of spellings) reset.push((await postAuth('request-password-reset', { email })).status)
  // Each spelling is requested once, and all these emails would reach one mailbox.
  expect(new Set(reset)).toEqual(new Set([200]))
  // A notice of a change counts too, since the address is unconfirmed.
  const member = await signedIn(spellings[7] ?? '')
  expect((await call(member, 'PUT', '/me/password', { body: { current: password, next: another } })).status).toBe(200)
  const to = anEmail()
  await postAuth('change-email', { email: to, password: another }, member)
  expect((await postAuth('verify-new-email', { token: linkIn(await server.next(to), 'email').token }, member)).status).toBe(200)
  await until(queueIsEmpty)
  const mails = server.mails.filter((mail) => mail.to.includes('mail.com'))
  expect(mails.map(({ subject }) => subject)).toEqual(Array(5).fill('Confirm your email address'))
})

test('requests for other spellings of a mailbox do not use up the limit of its owner', async () => {
  const name = uuidv7().replaceAll('-', '')
  const email = `${name}@people.test`
  const owner = await aMember({ email })
  await postAuth('verify-email', { token: linkIn(await server.next(email), 'confirm').token }, owner)
  // First addresses without an account, then accounts that a stranger made and whose addresses are unconfirmed.
  for (let n = 0; n < 8; n++) await postAuth('request-password-reset', { email: `${name}+${n}@people.test` })
  for (let n = 0; n < 5; n++) {
    await postAuth('sign-up/email', { name: 'Eve', email: `${name}+${n}@people.test`, password })
    await postAuth('request-password-reset', { email: `${name}+${n}@people.test` })
  }
  expect((await postAuth('request-password-reset', { email })).status).toBe(200)
  await server.next(email, /Choose a new password/)
})

test('a mailbox gets at most five password links an hour, however its address is spelled', async () => {
  const { store } = await theSite()
  const name = uuidv7().replaceAll('-', '')
  const spellings = Array.from({ length: 7 }, (_, n) => `${name}+${n}@people.test`)
  for (const email of spellings) await aMember({ email })
  await store.db.updateTable('person').set({ email_verified: true }).where('email', 'in', spellings).execute()
  for (const email of spellings) expect((await postAuth('request-password-reset', { email })).status).toBe(200)
  const last = await aMember()
  await postAuth('request-password-reset', { email: last.email })
  await server.next(last.email, /Choose a new password/)
  await until(queueIsEmpty)
  expect(server.mails.filter(({ to, subject }) => to.startsWith(name) && /Choose a new password/.test(subject ?? ''))).toHaveLength(5)
})

async function queueIsEmpty() {
  const { store } = await theSite()
  return (await store.db.selectFrom('mail').select('id').execute()).length === 0
}
