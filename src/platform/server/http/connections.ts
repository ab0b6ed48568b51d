import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { bucketOf } from './client-address.ts'

const most = 20_000
/** Open files for other purposes: the embedded database alone has some two hundred. */
const forOthers = 400

/** Maximum number of connections of this process: as many as the system allows, minus those that the database and files need. */
export function connectionLimit(): number {
  return Math.max(100, Math.min(most, Math.floor(openFiles() * 0.9) - forOthers))
}

function openFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.POSITIVE_INFINITY)
  } catch {
    // Only Linux has this file.
    return 4_096
  }
}

/** Maximum number of connections of one address: enough for many people behind it, at most a quarter of all. */
const mostOfAddress = (limit: number) => Math.min(1_000, Math.max(50, Math.floor(limit / 4)))

type Options = {
  limit?: number
  perAddress?: number
  /** True for addresses without a limit, such as a trusted proxy's, behind which all visitors are. */
  isExempt?: (address: string) => boolean
}

/**
 * Counts connections. Those opened above the limit are surplus while there are too many: the caller answers and closes them.
 * Those above the limit of one address are closed at once.
 */
export function openConnections({ limit = connectionLimit(), perAddress = mostOfAddress(limit), isExempt = () => false }: Options = {}) {
  const surplus = new WeakSet<Socket>()
  const ofAddress = new Map<string, number>()
  let open = 0
  return {
    opened(socket: Socket): void {
      const address = bucketOf(socket.remoteAddress ?? '')
      const others = ofAddress.get(address) ?? 0
      if (others >= perAddress && !isExempt(socket.remoteAddress ?? '')) {
        socket.destroy()
        return
      }
      ofAddress.set(address, others + 1)
      socket.once('close', () => {
        open--
        const left = (ofAddress.get(address) ?? 1) - 1
        if (left > 0) ofAddress.set(address, left)
        else ofAddress.delete(address)
      })
      if (++open > limit) surplus.add(socket)
    },
    isSurplus: (socket: Socket) => open > limit && surplus.has(socket),
  }
}
