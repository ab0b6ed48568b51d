import { createECDH, randomBytes, randomUUID } from 'node:crypto'

function pair() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return ecdh
}

/** Keys of a site that notifies browsers. */
export function siteKeys() {
  const keys = pair()
  return {
    VAPID_PUBLIC_KEY: keys.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), keys.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  }
}

/** A push service where nobody answers. */
const nobody = 'http://127.0.0.1:9'

/** For sites whose messages to browsers are of no interest. */
export const silentPush = { ...siteKeys(), PUSH_SERVICES: nobody }

/** A browser at that service, as it would present itself. */
export const silentBrowser = () => ({
  endpoint: `${nobody}/${randomUUID()}`,
  keys: { p256dh: pair().getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
})
