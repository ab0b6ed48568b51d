import type { IncomingMessage, ServerResponse } from 'node:http'
import { readConfig } from '#platform/server/config.ts'
import { printBanner } from './banner.ts'
import type { Parts } from './parts.ts'
import { serve } from './serve.ts'

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Runs the site behind Vite's middleware. Returns a function that stops the site. */
export async function serveForDevelopment(given: { middlewares: Middleware; renderPage: Parts['renderPage'] }): Promise<() => Promise<void>> {
  const config = readConfig(process.env)
  const running = await serve({ config, renderPage: given.renderPage, assets: null, before: given.middlewares, print: (line) => console.log(`  ${line}`) })
  printBanner({ config, running })
  return running.stop
}
