const domain = '@no-address.invalid'

/**
 * Makes a placeholder for a person who comes from another site without an email address, because the authentication library requires one. The
 * database stores null instead; the placeholder is never shown and receives no mail.
 */
export const noAddress = (name: string) => `${name}${domain}`

export const isNoAddress = (email: string) => email.endsWith(domain)
