import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { inNetworks } from './networks.ts'

/**
 * Reads the caller's address, for limits and logs: the socket's address or, if that is a
 * trusted proxy, the rightmost address in X-Forwarded-For that is not a trusted proxy.
 * Values that a client adds itself are never trusted. IPv6 callers are identified by their /64.
 */
export function addressReader(trustedProxies: string[]) {
  const isTrusted = inNetworks(trustedProxies)

  return function clientAddress(request: IncomingMessage): string {
    let address = request.socket.remoteAddress ?? '0.0.0.0'
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    while (isTrusted(address)) {
      const next = forwarded.pop()
      if (next === undefined) break
      const bare = bareAddress(next)
      // If a proxy sends something other than an address, all its callers share one bucket.
      if (bare === null) return 'unknown'
      address = bare
    }
    return bucketOf(address)
  }
}

/** Removes the port or brackets that some proxies add to an address; null if the rest is not an address. */
function bareAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](:\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  return ipaddr.isValid(bare) ? bare : null
}

/** The address that limits count by. IPv6 addresses are grouped by /64, typically one household. */
export function bucketOf(text: string): string {
  if (!ipaddr.isValid(text)) return text
  const address = ipaddr.process(text)
  if (address.kind() === 'ipv4') return address.toString()
  return `${address
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}::/64`
}

/** The /48 that contains an IPv6 caller's /64: typically one organisation, with room for 65,536 callers. Null for all others. */
export function siteOf(caller: string): string | null {
  return /^[0-9a-f]{16}::\/64$/.test(caller) ? `${caller.slice(0, 12)}::/48` : null
}

/** The /24 of a caller's IPv4 address, or the /48 of its IPv6 address. */
export const networkOf = (caller: string): string => siteOf(caller) ?? caller.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')

/** True for loopback, link-local and private addresses, which many people may share and which no outsider can connect from. */
export const isPrivateAddress = (caller: string): boolean =>
  ipaddr.isValid(caller) ? ['loopback', 'private', 'linkLocal'].includes(ipaddr.parse(caller).range()) : /^(0{16}|f[cd]|fe[89ab])/.test(caller)
