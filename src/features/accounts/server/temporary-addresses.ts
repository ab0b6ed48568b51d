import kept from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with { type: 'json' }

export type IsTemporary = (email: string) => boolean

/**
 * Recognizes mailboxes that exist for minutes or days, by their domain or a parent of it. `own`: further domains of this site. Relay
 * services of mail providers and browsers are not on the kept list, because their addresses last.
 */
export function openTemporaryAddresses(own: readonly string[]): IsTemporary {
  const domains = new Set([...kept, ...own.map((domain) => domain.toLowerCase())])
  return (email) => {
    const labels = email
      .slice(email.lastIndexOf('@') + 1)
      .toLowerCase()
      .split('.')
    return labels.some((_, at) => domains.has(labels.slice(at).join('.')))
  }
}
