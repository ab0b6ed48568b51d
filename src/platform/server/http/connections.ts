import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

const most = 20_000
/** The embedded store alone has some two hundred files open. */
const forOthers = 400

/** How many connections this process keeps open: as many as the system lets it, without what the store and files need. */
export function connectionLimit(): number {
  return Math.max(100, Math.min(most, Math.floor(openFiles() * 0.9) - forOthers))
}

function openFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    // Only Linux says it there.
    return 4_096
  }
}

/** Counts connections; those opened above the limit are to be told so, and closed, while there are too many. */
export function openConnections(limit = connectionLimit()) {
  const surplus = new WeakSet<Socket>()
  let open = 0
  return {
    opened(socket: Socket): void {
      socket.once('close', () => open--)
      if (++open > limit) surplus.add(socket)
    },
    isSurplus: (socket: Socket) => open > limit && surplus.has(socket),
    open: () => open,
  }
}
