const domain = '@no-address.invalid'

/**
 * The authentication library knows nobody without an email address. Who comes from another site without one has this
 * in its eyes and nothing in the store; it is shown to nobody and no mail goes there.
 */
export const noAddress = (name: string) => `${name}${domain}`

export const isNoAddress = (email: string) => email.endsWith(domain)
