import { parse } from 'tldts'
import { commonMailDomains } from '#platform/server/common-mail-domains.ts'
import { normalized } from '#platform/text.ts'
import type { ClaimCode } from '../terms.ts'

/** Reserved for documentation and never registered, so nobody can claim it. The demo and the tests use it. */
const documentationSuffix = 'example'

const parsed = (host: string) => parse(host, { allowPrivateDomains: true })

/**
 * The registrable domain of a host name or web address, in ASCII: `flickermoor.co.uk` of `https://shop.flickermoor.co.uk/`. A suffix under which
 * anybody registers has none.
 */
export function companyDomain(text: string): { domain: string } | { problem: ClaimCode } {
  const host = hostOf(normalized(text))
  if (host === null) return { problem: 'COMPANY_DOMAIN_INVALID' }
  const { domain, isIcann, isPrivate, isIp, publicSuffix } = parsed(host)
  if (isIp || !(isIcann || isPrivate || publicSuffix === documentationSuffix)) return { problem: 'COMPANY_DOMAIN_INVALID' }
  return domain === null ? { problem: 'COMPANY_DOMAIN_PUBLIC' } : { domain }
}

/** The registrable domain of a website; null if it has none. */
export function websiteDomain(url: string | null): string | null {
  const found = url === null ? null : companyDomain(url)
  return found && 'domain' in found ? found.domain : null
}

/** Suffixes of universities, schools, governments and armed forces, below which many people who act for nobody have addresses. */
const institutional = /(^|\.)(edu|ac|sch|k12|gov|gob|gouv|gv|govt|mil)(\.|$)/

/** True for mail providers, free hosts, universities and governments: an address at such a domain does not show control of it. */
export function isSharedDomain(domain: string): boolean {
  const { isPrivate, publicSuffix } = parsed(domain)
  return commonMailDomains.has(domain) || isPrivate === true || institutional.test(publicSuffix ?? '')
}

/** The host in ASCII; null if the text is neither a host nor a web address. */
function hostOf(text: string): string | null {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return null
  const { hostname, username } = new URL(address)
  return username === '' ? hostname.replace(/\.$/, '') : null
}
