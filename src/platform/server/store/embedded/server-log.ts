import { closeSync, openSync, readSync, statSync, truncateSync } from 'node:fs'

const everyMs = 2_000
const largestBytes = 1_000_000

/**
 * Reads what the server adds to its log file and passes on its slow statements, which have no values in them. The file is
 * emptied when it is large, where the system lets it. Returns how to stop.
 */
export function followLog({ file, onSlowStatement }: { file: string; onSlowStatement: (line: string) => void }): () => void {
  let position = 0
  let rest = ''
  const timer = setInterval(() => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    // A new server has begun a new file.
    if (size < position) position = 0
    if (size === position) return
    const lines = (rest + readPart({ file, from: position, to: size })).split('\n')
    rest = lines.pop() ?? ''
    position = size
    for (const line of lines) if (line.includes('duration: ')) onSlowStatement(line.slice(line.indexOf('duration: ')))
    if (size > largestBytes && isEmptied(file)) position = 0
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** On Windows no other process may write to the file of a running server. */
function isEmptied(file: string): boolean {
  try {
    truncateSync(file)
    return true
  } catch {
    return false
  }
}

function readPart({ file, from, to }: { file: string; from: number; to: number }): string {
  const part = Buffer.alloc(Math.min(to - from, 2 * largestBytes))
  const opened = openSync(file, 'r')
  try {
    return part.subarray(0, readSync(opened, part, 0, part.length, from)).toString('utf8')
  } finally {
    closeSync(opened)
  }
}
