/**
 * A concurrency limit: runs `atOnce` tasks at a time, in order of arrival, so that one kind of work cannot take all cores,
 * threads or connections. Throws `full()` if `waiting` tasks already wait, or after `patienceMs`, because a later answer helps
 * nobody.
 */
export function openConcurrencyLimit(options: { atOnce: number; waiting: number; patienceMs?: number; full: () => Error }) {
  const { patienceMs = 10_000 } = options
  const queue: (() => void)[] = []
  let running = 0

  return async function inTurn<Made>(work: () => Promise<Made>): Promise<Made> {
    if (running < options.atOnce) running++
    else {
      if (queue.length >= options.waiting) throw options.full()
      // A finished task passes its slot to the next one, so `running` does not change.
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
