import { expect } from 'vitest'
import { send } from './visitor.ts'

/** Asserts that a page gives the same response, byte for byte, as a page beside it that does not exist. Returns the body. */
export async function answersAsUnknown(product: { origin: string }, { path, cookie }: { path: string; cookie: string | undefined }): Promise<string> {
  const asked = async (at: string) => {
    const { status, body } = await send(product, { method: 'GET', path: at, ...(cookie ? { cookie } : {}) })
    return { status, body: plain(body, at) }
  }
  const here = await asked(path)
  expect(here.status).toBe(404)
  expect(here).toEqual(await asked(path.replace(/[^/]+$/, 'nope')))
  return here.body
}

/** The body without times and without the requested page's name. */
const plain = (body: string, path: string) =>
  body.replaceAll(new RegExp(`(?<=\\b|%2F)${path.split('/').at(-1)}\\b`, 'g'), 'PAGE').replaceAll(/\b1[0-9]{12}\b/g, 'TIME')
