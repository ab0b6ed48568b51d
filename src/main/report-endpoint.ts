import { ORPCError } from '@orpc/server'
import type { Hono } from 'hono'
import { reportPath } from '#features/reports/terms.ts'
import type { Env } from './parts.ts'

/** The forms of /report work without JavaScript. Like every other write, they are accepted from our own pages only. */
export const isReportEndpoint = (method: string | undefined, path: string) => method === 'POST' && path === reportPath

/** How long a form without JavaScript was open, from the time in its page. */
const openTime = (renderedAt: string) => {
  const seconds = (Date.now() - Number(renderedAt || Number.NaN)) / 1000
  return seconds >= 0 ? { openSeconds: Math.min(seconds, 86_400) } : {}
}

type FormRequest = { req: { header: (name: string) => string | undefined }; env: Env['Bindings'] }

/** `run` runs an operation on reports as the request's viewer. The page of the form shows the receipt or the problem. */
export function addReportEndpoint(app: Hono<Env>, run: (request: FormRequest, operation: 'send' | 'confirm', input: object) => Promise<unknown>): void {
  app.post(reportPath, async (c) => {
    const form = Object.fromEntries(new URLSearchParams(await c.req.text()))
    const { kind = '', id = '', confirm, isGoodFaith, renderedAt = '', ...words } = form
    const back: Record<string, string> = { kind, id }
    const filled = Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ''))
    try {
      if (confirm === undefined) {
        const { id: sent }: { id?: unknown } = Object(
          await run(c, 'send', { ...filled, ...back, ...openTime(renderedAt), ...(isGoodFaith && { isGoodFaith: true }) }),
        )
        if (sent === null) back.state = 'mailed'
      } else {
        await run(c, 'confirm', { token: confirm })
        back.state = 'confirmed'
      }
    } catch (error) {
      if (!(error instanceof ORPCError) || error.status >= 500) throw error
      // For a refusal because of the content's state, the page shows that state.
      if (error.status !== 409) back.problem = error.code
    }
    return c.redirect(`${reportPath}?${new URLSearchParams(back)}`, 303)
  })
}
