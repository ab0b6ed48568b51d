/** Creates an idempotency key: 128 random bits as hex. Unlike `randomUUID` it also works on sites without https. */
export const freshKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
