import { ORPCError } from '@orpc/server'
import type { Context, Hono } from 'hono'
import { safeReturnTo } from '#features/accounts/return-to.ts'
import { joinFields } from '#features/pledges/terms.ts'
import { isId } from '#platform/id.ts'
import type { Env, Parts } from './parts.ts'

/** Join is a form, so that it works without JavaScript. Like every other write, it is accepted from our own pages only. */
export const isJoinEndpoint = (method: string | undefined, path: string) => method === 'POST' && /^\/campaigns\/[\w-]{1,100}\/join$/.test(path)

/**
 * Joins as the signed-in person, if the form was rendered for this person. For anyone else it stores an intention to join and redirects to the
 * sign-up page. A person who has signed in since the page was rendered is asked on the campaign's page. `join` runs the operation with the
 * request's viewer.
 */
export function addJoinEndpoint(
  app: Hono<Env>,
  { components, limiter, origin, viewerOf }: Parts,
  join: (c: Context<Env>, input: { id: string; isPrivate: boolean }) => Promise<unknown>,
): void {
  app.post('/campaigns/:id/join', async (c) => {
    const campaignId = c.req.param('id')
    if (!isId(campaignId)) return c.json({ code: 'NOT_FOUND', message: 'Not found.', status: 404, data: null }, 404)
    const form = new URLSearchParams(await c.req.text())
    const cookies = c.req.header('cookie') ?? null
    const returnTo = safeReturnTo(form.get(joinFields.returnTo), origin)
    const campaign = `/campaigns/${campaignId}`
    const isPrivate = form.get(joinFields.isShown) !== 'yes'
    const viewer = await viewerOf(cookies)
    if (viewer && form.get(joinFields.viewerId) === viewer.id && (await hasJoined(join(c, { id: campaignId, isPrivate })))) {
      return c.redirect(returnTo ?? campaign, 303)
    }
    const wait = await limiter.take('join', c.env.address)
    // A visitor over the limit can still sign up and press Join afterwards.
    if (wait !== null) return c.redirect(authPage({ mode: 'signup', returnTo: returnTo ?? campaign }), 303)
    const intention = await components.joinIntentions.begin({ cookies, campaignId, isPrivate, returnTo })
    if (!intention) return c.redirect(campaign, 303)
    c.header('set-cookie', intention.cookie)
    if (viewer) return c.redirect(intention.returnTo, 303)
    const query = { returnTo: intention.returnTo, join: intention.id }
    return c.redirect(authPage(form.get(joinFields.isKnown) === 'yes' ? query : { mode: 'signup', ...query }), 303)
  })
}

/** False if the operation refuses. The campaign's page then offers to join and shows the reason. */
const hasJoined = (joining: Promise<unknown>): Promise<boolean> =>
  joining.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ORPCError && error.status < 500) return false
      throw error
    },
  )

const authPage = (query: Record<string, string>) => `/auth?${new URLSearchParams(query)}`
