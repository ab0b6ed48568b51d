/**
 * Work done `atOnce` at a time, first come first served; when `waiting` more already wait, `full` says what is thrown.
 * Keeps one kind of work from taking all cores, threads or connections.
 */
export function openTurns(options: { atOnce: number; waiting: number; full: () => Error }) {
  const queue: (() => void)[] = []
  let running = 0

  return async function inTurn<Made>(work: () => Promise<Made>): Promise<Made> {
    if (running < options.atOnce) running++
    else {
      if (queue.length >= options.waiting) throw options.full()
      // Whoever ends hands its place on, so `running` stays as it is.
      await new Promise<void>((start) => queue.push(start))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
