import { setTimeout } from 'node:timers/promises'

type Options = {
  /** Number of runs, the first included. */
  attempts: number
  /** True for an error after which the work may be repeated: it changed nothing. */
  isTransient: (error: unknown) => boolean
  /** Pause after this many failed runs, in milliseconds. It is random, so that requests that collided do not collide again. */
  pauseMs: (tries: number) => number
}

/** Runs `work` again after a transient error, within one request or one batch. Work that must survive the process is a row of a queue (`queue.ts`). */
export async function retry<Made>(work: () => Promise<Made>, { attempts, isTransient, pauseMs }: Options): Promise<Made> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= attempts || !isTransient(error)) throw error
      await setTimeout(pauseMs(tries))
    }
  }
}

/** A deadlock or a serialization failure: PostgreSQL has rolled the transaction back. */
export const isCollision = (error: unknown): boolean => /^(40P01|40001)$/.test(String(Object(error).code))

/** Retries work that collided with another transaction. `isTransient` accepts further errors. */
export const retryCollisions = <Made>(work: () => Promise<Made>, isTransient: (error: unknown) => boolean = () => false): Promise<Made> =>
  retry(work, { attempts: 4, isTransient: (error) => isCollision(error) || isTransient(error), pauseMs: (tries) => Math.random() * 40 * tries })
