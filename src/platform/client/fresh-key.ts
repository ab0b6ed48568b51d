/** A key under which a request happens once: 128 random bits as hex; unlike randomUUID also on sites without https. */
export const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
