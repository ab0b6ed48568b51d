import { ORPCError } from '@orpc/server'
import type { Hono } from 'hono'
import { reportPath } from '#features/reports/terms.ts'
import type { Env } from './parts.ts'

/** The form of /report works without JavaScript. Like every other write, it is accepted from our own pages only. */
export const isReportEndpoint = (method: string | undefined, path: string) => method === 'POST' && path === reportPath

/** `send` runs the operation as the request's viewer. The page of the form shows the receipt or the problem. */
export function addReportEndpoint(
  app: Hono<Env>,
  send: (request: { req: { header: (name: string) => string | undefined }; env: Env['Bindings'] }, input: object) => Promise<unknown>,
): void {
  app.post(reportPath, async (c) => {
    const form = Object.fromEntries(new URLSearchParams(await c.req.text()))
    const { kind = '', id = '', isGoodFaith, ...words } = form
    const back = { kind, id }
    const filled = Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ''))
    try {
      await send(c, { ...filled, ...back, ...(isGoodFaith && { isGoodFaith: true }) })
    } catch (error) {
      if (!(error instanceof ORPCError) || error.status >= 500) throw error
      // For a refusal because of the content's state, the page shows that state.
      if (error.status !== 409) Object.assign(back, { problem: error.code })
    }
    return c.redirect(`${reportPath}?${new URLSearchParams(back)}`, 303)
  })
}
