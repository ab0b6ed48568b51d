import type { Config } from '#platform/server/config.ts'
import { startBackground } from './background.ts'
import { openBase, openClosing, openLive } from './open-base.ts'

/**
 * Runs the background tasks without serving requests: it listens on no port, and competes for leadership with every process that has its jobs on.
 * Throws what `serve` throws; anything opened until then is closed again.
 */
export async function work({ config, print }: { config: Config; print: (line: string) => void }): Promise<{ stop: () => Promise<void> }> {
  const closing = openClosing()
  try {
    const base = await openBase({ config, print, closing })
    for (const { code, line } of base.secretProblems) base.log.warn({ code }, line)
    const live = await openLive(base, closing)
    const background = startBackground({ ...base, live, site: () => config.baseUrl ?? `http://localhost:${config.port}` })
    closing.add(background.stop)
    return { stop: closing.all }
  } catch (error) {
    await closing.all()
    throw error
  }
}
