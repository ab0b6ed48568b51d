import { asciiDomain, normalized } from './text.ts'

/**
 * `ignored`: characters that the provider ignores in the local part. `domain`: the main one of several domains of the same
 * mailbox. `hasDashTags`: the part after a dash is a tag, because no mailbox has a dash in its name.
 */
type Provider = { domain: string; hasDashTags?: boolean; ignored?: RegExp; replaced?: [string, string]; hasSubdomains?: boolean }

const gmail: Provider = { domain: 'gmail.com', ignored: /\./g }
const proton: Provider = { domain: 'proton.me', ignored: /[._-]/g }
const icloud: Provider = { domain: 'icloud.com' }
const yandex: Provider = { domain: 'yandex.ru', replaced: ['.', '-'] }

const yahoo = [
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.de',
  'yahoo.fr',
  'yahoo.it',
  'yahoo.es',
  'yahoo.ca',
  'yahoo.co.in',
  'yahoo.com.au',
  'yahoo.com.br',
  'ymail.com',
  'rocketmail.com',
]

const providers = new Map<string, Provider>([
  ...['gmail.com', 'googlemail.com'].map((domain) => [domain, gmail] as const),
  ...['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'].map((domain) => [domain, proton] as const),
  ...['icloud.com', 'me.com', 'mac.com'].map((domain) => [domain, icloud] as const),
  ...['yandex.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr', 'ya.ru', 'narod.ru'].map((domain) => [domain, yandex] as const),
  // The same name at two of these domains belongs to two mailboxes.
  ...yahoo.map((domain) => [domain, { domain, hasDashTags: true }] as const),
  // anything@ada.fastmail.com is delivered to ada@fastmail.com. fastmail.com and fastmail.fm are different mailboxes.
  ...['fastmail.com', 'fastmail.fm'].map((domain) => [domain, { domain, hasSubdomains: true }] as const),
])

/**
 * Reduces the spellings of one mailbox to one: case, plus tags, dots that a provider ignores, a provider's several domains, and
 * international domain names. Use it to recognise an address and as a rate-limit key, never as a recipient.
 */
export const canonicalAddress = (given: string): string => reduce(given, {})

/**
 * The canonical address, and those by the rules of earlier versions where they differ. Keys of people who have left were made by the rule of their
 * time, and cannot be made again, so a change of the rules adds the earlier one here.
 */
export const canonicalAddresses = (given: string): string[] => [...new Set([canonicalAddress(given), reduce(given, { withoutDashTags: true })])]

function reduce(given: string, { withoutDashTags = false }: { withoutDashTags?: boolean }): string {
  const email = normalized(given).toLowerCase()
  const at = email.lastIndexOf('@')
  const local = withoutTag(email.slice(0, Math.max(at, 0)))
  const domain = asciiDomain(email.slice(at + 1))
  const [, owner, parent] = /^([^.]+)\.(.+)$/.exec(domain) ?? []
  const parentProvider = parent === undefined ? undefined : providers.get(parent)
  if (owner && parentProvider?.hasSubdomains) return `${owner}@${parentProvider.domain}`
  const provider = providers.get(domain)
  if (!provider) return `${local}@${domain}`
  const { ignored, replaced, hasDashTags } = provider
  const untagged = hasDashTags && !withoutDashTags ? withoutTag(local, '-') : local
  const shortened = ignored ? untagged.replace(ignored, '') : untagged
  return `${replaced ? shortened.replaceAll(...replaced) : shortened}@${provider.domain}`
}

function withoutTag(local: string, sign = '+'): string {
  const at = local.indexOf(sign)
  return at > 0 ? local.slice(0, at) : local
}
