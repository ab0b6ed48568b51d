import type { Config } from '#platform/server/config.ts'
import type { LiveHub } from '#platform/server/live/hub.ts'
import type { Log } from '#platform/server/log.ts'
import type { Store } from '#platform/server/store/open-store.ts'

type Given = { config: Config; store: Store; live: LiveHub; log: Log; say: (line: string) => void }

/** Loads what a new site has and starts what runs beside the requests. */
export async function startBackground(_given: Given) {
  return { parts: { isDemo: false }, stop: async () => {} }
}
