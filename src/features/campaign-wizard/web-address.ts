import { isWebAddress, neat } from '#platform/text.ts'

/** "example.org" as people type it becomes "https://example.org"; anything else is left as it is. */
export function withScheme(typed: string): string {
  const address = neat(typed)
  if (address === '' || isWebAddress(address)) return address
  const completed = `https://${address.replace(/^\/\//, '')}`
  return /^[a-z][a-z\d+.-]*:\/\//i.test(address) || !isWebAddress(completed) ? typed : completed
}
