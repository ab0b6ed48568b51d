import type { SiteSwitches } from './site-switches.ts'
import type { ThirdParties } from './third-parties.ts'
import type { Viewer } from './viewer.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const themeCookie = 'theme'

/** Data that every page has: the viewer, the theme and the site's settings. Safe to send to the browser. */
export type Site = {
  viewer: Viewer | null
  theme: Theme
  /** The public origin, for canonical addresses and share links. */
  origin: string
  /** True if demo people and campaigns are loaded; every page then shows a notice. */
  isDemo: boolean
  switches: SiteSwitches
  /** True if the site counts accounts without confirming their addresses. */
  countsAccounts: boolean
  /** False without a mail server. Nothing on such a site may promise an email. */
  sendsMail: boolean
  /** Other sites through which people can sign in here. */
  signInWays: readonly string[]
  thirdParties: ThirdParties
  /** The running program; `sourceUrl` is null if the operator names no address of its source code. */
  software: { version: string; sourceUrl: string | null }
}

/** The server's input for rendering one page. */
export type PageContext = {
  site: Site
  nonce: string
  /** Calls a procedure in this process as this request's viewer. */
  call: (path: readonly string[], input: unknown) => Promise<unknown>
  /** Makes the response a 403, for a page whose only content is that the reader has no access. */
  deny: () => void
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageContext }
  }
}

export const isTheme = (value: string | null): value is Theme => themes.some((theme) => theme === value)
