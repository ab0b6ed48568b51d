import { ORPCError } from '@orpc/server'
import type { Hono } from 'hono'
import { appealPath } from '#features/moderators/appeals/terms.ts'
import type { Env } from './parts.ts'

/** The form for an appeal works without JavaScript. Like every other write, it is accepted from our own pages only. */
export const isAppealEndpoint = (method: string | undefined, path: string) => method === 'POST' && path === appealPath

/** `send` runs the operation as the request's viewer. The page of the statement shows the appeal or the problem. */
export function addAppealEndpoint(
  app: Hono<Env>,
  send: (request: { req: { header: (name: string) => string | undefined }; env: Env['Bindings'] }, input: object) => Promise<unknown>,
): void {
  app.post(appealPath, async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const id = form.get('id') ?? ''
    const token = form.get('token') ?? ''
    let problem: string | null = null
    try {
      await send(c, { id, body: form.get('body') ?? '', ...(token && { token }) })
    } catch (error) {
      if (!(error instanceof ORPCError) || error.status >= 500) throw error
      // For a refusal because of the decision's state, the page shows that state.
      if (error.status !== 409) problem = codeOf(error)
    }
    const query = new URLSearchParams({ ...(token && { token }), ...(problem && { problem }) })
    return c.redirect(`/statement/${encodeURIComponent(id)}${query.size > 0 ? `?${query}` : ''}`, 303)
  })
}

/** The code of the refused field, if there is one. */
function codeOf({ code, data }: ORPCError<string, unknown>): string {
  const fields: { body?: unknown } = Object(Object(data).fields)
  return typeof fields.body === 'string' ? fields.body : code
}
