import { closeSync, openSync, readSync, statSync, truncateSync } from 'node:fs'

const everyMs = 2_000
const largestBytes = 1_000_000

/**
 * Follows the server's log file and reports its slow statements, which are logged without their values. Truncates the file
 * when it is large. Returns a function that stops it.
 */
export function followLog({ file, onSlowStatement }: { file: string; onSlowStatement: (line: string) => void }): () => void {
  let position = 0
  let rest = ''
  const timer = setInterval(() => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    // A restarted server has begun a new file.
    if (size < position) position = 0
    if (size === position) return
    const lines = (rest + readPart({ file, from: position, to: size })).split('\n')
    rest = lines.pop() ?? ''
    position = size
    for (const line of lines) if (line.includes('duration: ')) onSlowStatement(line.slice(line.indexOf('duration: ')))
    if (size > largestBytes) {
      truncateSync(file)
      position = 0
    }
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
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
