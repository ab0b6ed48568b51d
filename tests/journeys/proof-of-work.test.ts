import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aVisit, hydrated } from '#tests/support/browser.ts'
import { theProduct } from '#tests/support/the-product.ts'

const product = theProduct()

const counter = 300
/** The most difficult challenge that the server makes. */
const challenge = await createChallenge({
  ...{ algorithm: 'PBKDF2/SHA-256', cost: 2_000, counter, deriveKey, expiresAt: new Date(Date.now() + 600_000) },
  ...{ hmacSignatureSecret: 'a secret', hmacKeySignatureSecret: 'another secret' },
})
const refusal = { code: 'PROOF_NEEDED', status: 429, message: 'Solve the challenge.', data: { text: 'A short check is needed.', challenge } }

/** Demands a proof of the first sign-up, as the server does during an attack, and returns the bodies of all sign-ups. */
async function demandProof(page: Page) {
  const bodies: Record<string, unknown>[] = []
  await page.route('**/api/auth/sign-up/email', async (route) => {
    bodies.push(route.request().postDataJSON())
    if (bodies.length === 1) await route.fulfill({ status: 429, json: refusal })
    else await route.continue()
  })
  return bodies
}

async function fillIn(page: Page, email: string) {
  await page.goto(`${product.origin}/auth?mode=signup`)
  await hydrated(page)
  await page.getByLabel('Full name').fill('Nora Nolan')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough sentence')
  await page.getByLabel('Confirm password').fill('a long enough sentence')
  await page.getByRole('button', { name: 'Sign up', exact: true }).last().click()
}

test('a browser that is asked for a proof of work finds it in a worker within two seconds and signs the person up without another press', async () => {
  const { page, context, problems } = await aVisit({ isFirst: true })
  const bodies = await demandProof(page)
  const loaded: string[] = []
  page.on('request', (request) => void (/solve-(proof|worker)/.test(request.url()) && loaded.push(request.url())))
  await page.goto(`${product.origin}/auth?mode=signup`)
  await hydrated(page)
  expect(loaded).toEqual([])
  await fillIn(page, `nora-${Date.now()}@people.test`)
  await expect.poll(() => bodies.length, { timeout: 20_000 }).toBe(2)
  expect(bodies[0]).not.toHaveProperty('proof')
  const { proof, ...others } = bodies[1] ?? {}
  expect(others).toEqual(bodies[0])
  const sent = JSON.parse(Buffer.from(String(proof), 'base64').toString())
  expect(sent).toMatchObject({ challenge: JSON.parse(JSON.stringify(challenge)), solution: { counter } })
  await page.getByText('Your account is ready. You can sign in now.').waitFor()
  expect(problems.filter((problem) => !problem.includes('429'))).toEqual([])
  await context.close()
})

test('if the browser cannot find the proof, the form says why and keeps what was typed', async () => {
  const { page, context } = await aVisit({ isFirst: true })
  const bodies = await demandProof(page)
  await page.route(/solve-(proof|worker)/, (route) => route.abort())
  await fillIn(page, 'kept@people.test')
  await page.getByText('A short check is needed.').waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('kept@people.test')
  expect(bodies).toHaveLength(1)
  await context.close()
})
