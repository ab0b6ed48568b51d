/** Days until `Expires`. RFC 9116 recommends less than a year. */
const validDays = 180
const dayMs = 86_400_000

/**
 * Content of /.well-known/security.txt (RFC 9116); null if nobody can be reached. The names below .example are reserved, so an address there is the
 * placeholder of brand.json. A web page may only be named by an https address.
 */
export function securityText(given: { origin: string; email: string; hasOperator: boolean; now: Date }): string | null {
  const isWebAddress = given.origin.startsWith('https://')
  const contacts = [
    ...(/^[^\s@]+@[^\s@]+$/.test(given.email) && !/[@.]example$/i.test(given.email) ? [`mailto:${given.email}`] : []),
    ...(given.hasOperator && isWebAddress ? [`${given.origin}/contact`] : []),
  ]
  if (contacts.length === 0) return null
  // A whole day, so that the text is the same all day.
  const expires = new Date((Math.floor(given.now.getTime() / dayMs) + validDays) * dayMs)
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    ...(isWebAddress ? [`Canonical: ${given.origin}${securityTextPath}`] : []),
    '',
  ].join('\n')
}

export const securityTextPath = '/.well-known/security.txt'
