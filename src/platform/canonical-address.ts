import { normalized } from './text.ts'

/**
 * `ignored`: characters that the provider ignores in the local part. `domain`: the main one of several domains of the same
 * mailbox.
 */
type Provider = { domain: string; ignored?: RegExp; replaced?: [string, string]; hasSubdomains?: boolean }

const gmail: Provider = { domain: 'gmail.com', ignored: /\./g }
const proton: Provider = { domain: 'proton.me', ignored: /[._-]/g }
const icloud: Provider = { domain: 'icloud.com' }
const yandex: Provider = { domain: 'yandex.ru', replaced: ['.', '-'] }

const providers = new Map<string, Provider>([
  ...['gmail.com', 'googlemail.com'].map((domain) => [domain, gmail] as const),
  ...['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'].map((domain) => [domain, proton] as const),
  ...['icloud.com', 'me.com', 'mac.com'].map((domain) => [domain, icloud] as const),
  ...['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr', 'ya.ru', 'narod.ru'].map((domain) => [domain, yandex] as const),
  // anything@ada.fastmail.com is delivered to ada@fastmail.com. fastmail.com and fastmail.fm are different mailboxes.
  ...['fastmail.com', 'fastmail.fm'].map((domain) => [domain, { domain, hasSubdomains: true }] as const),
])

/**
 * Reduces the spellings of one mailbox to one: case, plus tags, dots that a provider ignores, a provider's several domains, and
 * international domain names. Use it to recognise an address and as a rate-limit key, never as a recipient.
 */
export function canonicalAddress(given: string): string {
  const email = normalized(given).toLowerCase()
  const at = email.lastIndexOf('@')
  const local = withoutTag(email.slice(0, Math.max(at, 0)))
  const domain = asciiDomain(email.slice(at + 1))
  const [, owner, parent] = /^([^.]+)\.(.+)$/.exec(domain) ?? []
  const parentProvider = parent === undefined ? undefined : providers.get(parent)
  if (owner && parentProvider?.hasSubdomains) return `${owner}@${parentProvider.domain}`
  const provider = providers.get(domain)
  if (!provider) return `${local}@${domain}`
  const { ignored, replaced } = provider
  const shortened = ignored ? local.replace(ignored, '') : local
  return `${replaced ? shortened.replaceAll(...replaced) : shortened}@${provider.domain}`
}

function withoutTag(local: string): string {
  const plus = local.indexOf('+')
  return plus > 0 ? local.slice(0, plus) : local
}

/** Converts a domain to its DNS form: `münchen.example` becomes `xn--mnchen-3ya.example`. */
function asciiDomain(domain: string): string {
  if (!/^[^\s/?#@:\\[\]]+$/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname.replace(/\.$/, '')
  } catch {
    return domain
  }
}
