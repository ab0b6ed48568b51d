import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { inNetworks } from './networks.ts'

/** `address`: the proxy's, as this server sees it. `setting`: the line that makes this server trust it. */
export type UntrustedProxy = { address: string; setting: string }
export type ProxyWatch = { check: (request: IncomingMessage) => void; current: () => UntrustedProxy | null }

type Options = { config: Pick<Config, 'isPublic' | 'trustedProxies'>; log: Log; now?: () => number }

const checkMs = 1_000
const rememberedMs = 3_600_000
/** Enough for every proxy of a site; visitors who send the header themselves must not fill the log. */
const mostLogged = 50

/**
 * Detects X-Forwarded-For from an address that TRUSTED_PROXIES does not name. An https site always has a proxy, since this
 * server has no TLS. If it is not named, all visitors count as one address, with one budget for guesses, mail and sign-ups.
 * Each address is logged once; `current` returns the last one, until an hour without such a request. A visitor who reaches this
 * server directly and sends the header is reported too, so the operator must compare the address with the proxy's.
 */
export function watchProxies({ config, log, now: time = () => performance.now() }: Options): ProxyWatch {
  const isTrusted = inNetworks(config.trustedProxies)
  const logged = new Set<string>()
  let found: UntrustedProxy | null = null
  let [checkedAt, seenAt] = [Number.NEGATIVE_INFINITY, 0]

  return {
    check(request) {
      if (!config.isPublic || request.headers['x-forwarded-for'] === undefined) return
      const now = time()
      // A sample is enough: behind such a proxy every request has the header.
      if (now - checkedAt < checkMs) return
      checkedAt = now
      const remote = request.socket.remoteAddress ?? ''
      if (!ipaddr.isValid(remote) || isTrusted(remote)) return
      seenAt = now
      const address = ipaddr.process(remote).toString()
      if (found?.address === address) return
      found = { address, setting: `TRUSTED_PROXIES=${[...config.trustedProxies, address].join(',')}` }
      if (logged.has(address) || logged.size >= mostLogged) return
      logged.add(address)
      log.warn(
        { proxy: address, setting: found.setting },
        'received X-Forwarded-For from a proxy that is not in TRUSTED_PROXIES: all its visitors are treated as one address',
      )
    },
    current: () => (found && time() - seenAt < rememberedMs ? found : null),
  }
}
