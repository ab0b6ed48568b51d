import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Location } from './location.ts'
import type { Manner } from './manner.ts'
import { shellManner } from './shell-manner.ts'
import { tcpManner } from './tcp-manner.ts'

const pipeOnWindows = ({ folder }: Location) => join('\\\\.\\pipe', `holdout-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)

/** The only place that chooses by operating system. */
export const systemManner: Manner = {
  win32: tcpManner({ pipeOf: pipeOnWindows, ctype: 'en-US' }),
  darwin: shellManner('en_US.UTF-8'),
  other: shellManner('C.UTF-8'),
}[process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'other']
