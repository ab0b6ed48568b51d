/** The last part of a pasted address, without query and fragment; a slug or id stays as it is. */
export const lastPart = (address: string): string =>
  address
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1) ?? ''
