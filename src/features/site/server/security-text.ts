/** Days until `Expires`. RFC 9116 recommends less than a year. */
const validDays = 180
const dayMs = 86_400_000

/**
 * Content of /.well-known/security.txt (RFC 9116); null if nobody can be reached. The .example TLD is reserved, so an address in it is still the
 * placeholder from brand.json. RFC 9116 allows web contacts only as https URLs.
 */
export function securityText(given: { origin: string; email: string; hasOperator: boolean; now: Date }): string | null {
  const isWebAddress = given.origin.startsWith('https://')
  const contacts = [
    ...(/^[^\s@]+@[^\s@]+$/.test(given.email) && !/[@.]example$/i.test(given.email) ? [`mailto:${given.email}`] : []),
    ...(given.hasOperator && isWebAddress ? [`${given.origin}/contact`] : []),
  ]
  if (contacts.length === 0) return null
  // Rounded down to midnight, so that the text changes only once a day.
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
