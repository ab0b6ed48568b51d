import type { Hono } from 'hono'
import { safeReturnTo } from '#features/accounts/return-to.ts'
import { joinFields } from '#features/pledges/terms.ts'
import { isId } from '#platform/id.ts'
import type { Env, Parts } from './parts.ts'

/** A visitor's Join is a form, so that it works without JavaScript. Like every other write, it is accepted from our own pages only. */
export const isJoinEndpoint = (method: string | undefined, path: string) => method === 'POST' && /^\/campaigns\/[\w-]{1,100}\/join$/.test(path)

/**
 * Stores a visitor's intention to join and redirects to sign-up. A person who is signed in by now, or whose campaign has ended, is redirected to its
 * page.
 */
export function addJoinEndpoint(app: Hono<Env>, { components, limiter, origin, viewerOf }: Parts): void {
  app.post('/campaigns/:id/join', async (c) => {
    const campaignId = c.req.param('id')
    if (!isId(campaignId)) return c.json({ code: 'NOT_FOUND', message: 'Not found.', status: 404, data: null }, 404)
    const form = new URLSearchParams(await c.req.text())
    const cookies = c.req.header('cookie') ?? null
    const returnTo = safeReturnTo(form.get(joinFields.returnTo), origin)
    const campaign = `/campaigns/${campaignId}`
    const wait = await limiter.take('join', c.env.address)
    // Visitors over the limit can still sign up and press Join then.
    if (wait !== null) return c.redirect(authPage({ mode: 'signup', returnTo: returnTo ?? campaign }), 303)
    const intention = await components.joinIntentions.begin({ cookies, campaignId, isPrivate: form.get(joinFields.isShown) !== 'yes', returnTo })
    if (!intention) return c.redirect(campaign, 303)
    c.header('set-cookie', intention.cookie)
    if (await viewerOf(cookies)) return c.redirect(intention.returnTo, 303)
    const query = { returnTo: intention.returnTo, join: intention.id }
    return c.redirect(authPage(form.get(joinFields.isKnown) === 'yes' ? query : { mode: 'signup', ...query }), 303)
  })
}

const authPage = (query: Record<string, string>) => `/auth?${new URLSearchParams(query)}`
