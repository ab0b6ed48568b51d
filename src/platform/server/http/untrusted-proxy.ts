import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { inNetworks } from './networks.ts'

/** `address`: the proxy's, as this server sees it. `setting`: the line that makes this server believe it. */
export type UntrustedProxy = { address: string; setting: string }
export type ProxyWatch = { check: (request: IncomingMessage) => void; current: () => UntrustedProxy | null }

type Given = { config: Pick<Config, 'isPublic' | 'trustedProxies'>; log: Log; now?: () => number }

const checkMs = 1_000
const rememberedMs = 3_600_000

/**
 * Watches for X-Forwarded-For from an address that TRUSTED_PROXIES does not name. On an https site there is always a proxy,
 * since this server has no TLS; one that is not named makes all visitors one address, with one budget for guesses, mail and
 * sign-ups. It is logged once, and `current` returns it until an hour without such a request.
 */
export function watchProxies({ config, log, now: time = () => performance.now() }: Given): ProxyWatch {
  const isTrusted = inNetworks(config.trustedProxies)
  let found: UntrustedProxy | null = null
  let [checkedAt, seenAt] = [Number.NEGATIVE_INFINITY, 0]

  return {
    check(request) {
      if (!config.isPublic || request.headers['x-forwarded-for'] === undefined) return
      const now = time()
      // A sample is enough: behind such a proxy every request looks like this.
      if (now - checkedAt < checkMs) return
      checkedAt = now
      const remote = request.socket.remoteAddress ?? ''
      if (!ipaddr.isValid(remote) || isTrusted(remote)) return
      seenAt = now
      if (found) return
      const address = ipaddr.process(remote).toString()
      found = { address, setting: `TRUSTED_PROXIES=${[...config.trustedProxies, address].join(',')}` }
      log.warn({ proxy: address, setting: found.setting }, 'X-Forwarded-For from a proxy that TRUSTED_PROXIES does not name: its visitors count as one address')
    },
    current: () => (found && time() - seenAt < rememberedMs ? found : null),
  }
}
