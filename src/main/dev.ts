import type { IncomingMessage, ServerResponse } from 'node:http'
import { readConfig } from '#platform/server/config.ts'
import { printBanner } from './banner.ts'
import type { Parts } from './parts.ts'
import { serve } from './serve.ts'

type Middlewares = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Runs the product behind Vite's middlewares; returns a function that stops it. */
export async function serveForDevelopment(given: { middlewares: Middlewares; renderPage: Parts['renderPage'] }): Promise<() => Promise<void>> {
  const config = readConfig(process.env)
  const running = await serve({ config, renderPage: given.renderPage, assets: null, before: given.middlewares, print: (line) => console.log(`  ${line}`) })
  printBanner({ config, running })
  return running.stop
}
