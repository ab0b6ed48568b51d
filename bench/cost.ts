import autocannon from 'autocannon'
import { cpuMs } from './measure.ts'

type Load = {
  origin: string
  pid: number
  paths: string[]
  amount: number
  connections: number
  headers: Record<string, string>
  mayRefuse?: boolean
  isUnchanged?: boolean
}

/**
 * Sends `amount` requests, the paths in rotation, and returns what one cost the server. A status other than 2xx is an error unless `mayRefuse` is
 * set. `isUnchanged`: each is answered 304, because the client has the content.
 */
export async function costOf({ origin, pid, paths, amount, connections, headers, mayRefuse = false, isUnchanged = false }: Load) {
  const before = cpuMs(pid)
  const result = await autocannon({ url: origin, connections, amount, headers, sampleInt: 20, requests: paths.map((path) => ({ method: 'GET', path })) })
  const spent = cpuMs(pid) - before
  if (isUnchanged ? result['2xx'] || result.errors : (result.non2xx && !mayRefuse) || result.errors)
    throw new Error(`${result.non2xx} answers were not 2xx and ${result.errors} requests failed`)
  return {
    cpuMs: spent / (isUnchanged ? amount : result['2xx']),
    rate: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx,
  }
}
