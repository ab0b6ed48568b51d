import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test, vi } from 'vitest'
import { openLimiter } from '#platform/server/http/limits.ts'
import { openProofOfWork } from '#platform/server/http/proof-of-work.ts'
import { aCampaign, aPerson, call, theSite } from '#tests/support/site.ts'
import { aSiteWithMail } from '#tests/support/site-with-mail.ts'

// Makes X-Forwarded-For work, so that calls can come from other networks.
await aSiteWithMail({ TRUSTED_PROXIES: '127.0.0.1' })

async function solved(challenge: Challenge): Promise<string> {
  return encoded({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

const encoded = (proof: object) => Buffer.from(JSON.stringify(proof)).toString('base64')

/** Proofs that are none: changed in one place each, or no proof at all. */
function wrongProofs(proof: string): string[] {
  const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString())
  const { parameters } = challenge
  return [
    ...['', 'a.b.c.1', 'e30=', 'null'],
    encoded({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
    encoded({ challenge, solution: { ...solution, derivedKey: parameters.keyPrefix } }),
    encoded({ challenge: { ...challenge, signature: '00'.repeat(32) }, solution }),
    encoded({ challenge: { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 1 } }, solution }),
    encoded({ challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution }),
  ]
}

let sent = 0
/** The three forms of visitors, sent from an address of a network. Each call has other words. */
async function theForms() {
  const { origin, store } = await theSite()
  const campaign = await aCampaign(await aPerson())
  const words = () => ({ email: `visitor-${++sent}@people.test`, message: `Message ${sent}` })
  return {
    async signUp(address: string, more: object = {}) {
      const { email } = words()
      const body = { name: 'Nora Nolan', email, username: '', password: 'a long enough sentence', openSeconds: 20, ...more }
      const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': address }
      const response = await fetch(`${origin}/api/auth/sign-up/email`, { method: 'POST', headers, body: JSON.stringify(body) })
      const found = await store.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst()
      return { status: response.status, body: (await response.json()) as any, isStored: found !== undefined }
    },
    async contact(address: string, more: object = {}) {
      const { email, message } = words()
      const answer = await call(null, 'POST', '/contact', {
        body: { category: 'general', email, message, openSeconds: 20, ...more },
        headers: { 'x-forwarded-for': address },
      })
      const found = await store.db.selectFrom('contact_submission').select('id').where('message', '=', message).executeTakeFirst()
      return { ...answer, isStored: found !== undefined }
    },
    async report(address: string, more: object = {}) {
      const { email } = words()
      const body = { kind: 'campaign', id: campaign.id, reason: 'spam', email, openSeconds: 20, ...more }
      const answer = await call(null, 'POST', '/reports', { body, headers: { 'x-forwarded-for': address } })
      const found = await store.db.selectFrom('unconfirmed_report').select('id').where('email', '=', email).executeTakeFirst()
      return { ...answer, isStored: found !== undefined }
    },
  }
}

test('after ten forms from one network in five minutes, each further one is stored only with a proof of work, which works once', async () => {
  const forms = await theForms()
  for (let n = 1; n <= 10; n++) expect((await forms.contact(`203.0.113.${n}`)).status).toBe(201)
  let address = 20
  const proofs: string[] = []
  for (const send of [forms.signUp, forms.contact, forms.report]) {
    const refused = await send(`203.0.113.${++address}`)
    expect(refused).toMatchObject({ status: 429, isStored: false, body: { code: 'PROOF_NEEDED', data: { text: expect.stringContaining('JavaScript') } } })
    const proof = await solved(refused.body.data.challenge)
    // All forms check proofs alike, and the site takes 60 forms a minute.
    for (const wrong of proofs.length === 0 ? wrongProofs(proof) : proofs)
      expect(await send(`203.0.113.${address}`, { proof: wrong })).toMatchObject({ isStored: false, body: { code: 'PROOF_NEEDED' } })
    expect(await send(`203.0.113.${address}`, { proof })).toMatchObject({ isStored: true })
    expect(await send(`203.0.113.${address}`, { proof })).toMatchObject({ isStored: false, body: { code: 'PROOF_NEEDED' } })
    proofs.push(proof)
  }
  expect(await forms.contact('198.18.200.1')).toMatchObject({ status: 201, isStored: true })
})

test('a form that was filled in within three seconds or does not say how long it was open, or whose hidden field has a text, needs a proof, and people who are signed in need none', async () => {
  const forms = await theForms()
  for (const send of [forms.signUp, forms.contact, forms.report]) {
    for (const openSeconds of [1.2, undefined]) {
      const refused = await send('198.18.1.1', { openSeconds })
      expect(refused).toMatchObject({ isStored: false, body: { code: 'PROOF_NEEDED' } })
      expect((await send('198.18.4.1', { openSeconds, proof: await solved(refused.body.data.challenge) })).isStored).toBe(true)
    }
    expect((await send('198.18.1.1', { openSeconds: 12 })).isStored).toBe(true)
  }
  for (const send of [forms.signUp, forms.report]) {
    const refused = await send('198.18.2.1', { website: 'https://buy.example' })
    expect(refused.body.code).toBe('PROOF_NEEDED')
    expect((await send('198.18.2.1', { website: 'https://buy.example', proof: await solved(refused.body.data.challenge) })).isStored).toBe(true)
  }
  const headers = { 'x-forwarded-for': '198.18.3.1' }
  const body = { category: 'general', message: 'Of a member', openSeconds: 0.5 }
  expect((await call(await aPerson(), 'POST', '/contact', { body, headers })).status).toBe(201)
})

test('a report form without JavaScript is measured from the time in its page, and needs a proof if it has none', async () => {
  const { origin } = await theSite()
  const { id } = await aCampaign(await aPerson())
  const sendForm = async (more: Record<string, string>) => {
    const body = new URLSearchParams({ kind: 'campaign', id, reason: 'spam', email: `visitor-${++sent}@people.test`, ...more })
    const response = await fetch(`${origin}/report`, { method: 'POST', redirect: 'manual', body, headers: { origin, 'x-forwarded-for': '198.18.5.1' } })
    return response.headers.get('location')
  }
  const soon = 'problem=PROOF_NEEDED'
  for (const renderedAt of [String(Date.now()), String(Date.now() + 60_000), 'x', '']) expect(await sendForm({ renderedAt })).toContain(soon)
  expect(await sendForm({})).toContain(soon)
  expect(await sendForm({ renderedAt: String(Date.now() - 20_000) })).toContain('state=mailed')
})

const opened = () =>
  openProofOfWork({ secret: 'a secret', limiter: openLimiter({ exempt: () => false }), isExempt: (address) => address === '127.0.0.1' }).demand

const challengeOf = (demanded: Promise<void>): Promise<Challenge> =>
  demanded.then(
    () => expect.fail('no proof was demanded'),
    (error) => error.data.challenge,
  )

test('a proof is valid for ten minutes', async () => {
  const demand = opened()
  const quick = { address: '198.18.1.1', openSeconds: 0 }
  const [soon, late] = [await solved(await challengeOf(demand(quick))), await solved(await challengeOf(demand(quick)))]
  await demand({ ...quick, proof: soon })
  vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] })
  await challengeOf(demand({ ...quick, proof: late }))
  vi.useRealTimers()
})

test('sixty forms in a minute from many networks make every further one need a proof, except those of programs on the same machine', async () => {
  const demand = opened()
  for (let n = 1; n <= 60; n++) await demand({ address: `198.18.${n}.1`, openSeconds: 20 })
  await challengeOf(demand({ address: '198.19.1.1', openSeconds: 20 }))
  await demand({ address: '127.0.0.1' })
})
