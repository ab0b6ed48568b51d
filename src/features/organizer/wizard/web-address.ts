import { isWebAddress, normalized } from '#platform/text.ts'

/** Completes "example.org" to "https://example.org". Any other text stays unchanged. */
export function withScheme(typed: string): string {
  const address = normalized(typed)
  if (address === '' || isWebAddress(address)) return address
  const completed = `https://${address.replace(/^\/\//, '')}`
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) || !isWebAddress(completed) ? typed : completed
}
