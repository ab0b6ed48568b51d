import type { ThirdParties } from './third-parties.ts'
import type { Viewer } from './viewer.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const themeCookie = 'theme'

/** What every page knows: who reads it, how it should look, where it stands. Safe to send to the browser. */
export type Site = {
  viewer: Viewer | null
  theme: Theme
  /** The public origin, for canonical addresses and share links. */
  origin: string
  /** Demo people and campaigns are loaded; every page says so. */
  isDemo: boolean
  /** Other sites that people can sign in through here. */
  signInWays: readonly string[]
  thirdParties: ThirdParties
}

/** What the server hands to one page's rendering. */
export type PageContext = {
  site: Site
  nonce: string
  /** Calls a procedure in this process as this request's viewer. */
  call: (path: readonly string[], input: unknown) => Promise<unknown>
  /** The page only says that its reader may not see it: it goes out as a 403. */
  deny: () => void
}

declare module '@tanstack/react-start' {
  interface Register {
    server: { requestContext: PageContext }
  }
}

export const isTheme = (value: string | null): value is Theme => themes.some((theme) => theme === value)
