import type { Hono } from 'hono'
import { mayWriteReadOnly } from '#features/moderation/switches/policy.ts'
import { switchError } from '#features/moderation/switches/server/public.ts'
import type { Env, Parts } from './parts.ts'

/** Account endpoints that work in read-only mode, so that moderators can sign in and act. */
const openInReadOnly = ['/api/auth/sign-in/email', '/api/auth/sign-in/social', '/api/auth/sign-out']

/** Refuses sign-up and other account endpoints while a switch prevents them. Operations of the API check the switches themselves. */
export function addSwitchedOff(app: Hono<Env>, { components, viewerOf }: Parts): void {
  app.post('/api/auth/*', async (c, next) => {
    const { on } = components.switches.current()
    const prevented = on.includes('no_sign_up') && c.req.path === '/api/auth/sign-up/email' ? 'no_sign_up' : on.includes('read_only') ? 'read_only' : null
    if (prevented === null || (prevented === 'read_only' && openInReadOnly.includes(c.req.path))) return next()
    if (prevented === 'read_only' && mayWriteReadOnly(await viewerOf(c.req.header('cookie')))) return next()
    const { code, message, status, data } = switchError(prevented)
    return c.json({ code, message, status, data }, 409)
  })
}
