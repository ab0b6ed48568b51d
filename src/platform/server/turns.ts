/**
 * Work done `atOnce` at a time, first come first served; when `waiting` more already wait, or one has waited for
 * `patienceMs`, `full` says what is thrown: an answer that comes after everybody gave up helps nobody.
 * Keeps one kind of work from taking all cores, threads or connections.
 */
export function openTurns(options: { atOnce: number; waiting: number; patienceMs?: number; full: () => Error }) {
  const { patienceMs = 10_000 } = options
  const queue: (() => void)[] = []
  let running = 0

  return async function inTurn<Made>(work: () => Promise<Made>): Promise<Made> {
    if (running < options.atOnce) running++
    else {
      if (queue.length >= options.waiting) throw options.full()
      // Whoever ends hands its place on, so `running` stays as it is.
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(start), 1)
          reject(options.full())
        }, patienceMs)
        function start() {
          clearTimeout(timer)
          resolve()
        }
        queue.push(start)
      })
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
