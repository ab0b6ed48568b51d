import { createECDH, randomBytes, randomUUID } from 'node:crypto'

function pair() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return ecdh
}

/** The keys of a site that sends push messages. */
export function siteKeys() {
  const keys = pair()
  return {
    VAPID_PUBLIC_KEY: keys.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), keys.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  }
}

/** A push service that does not answer. */
const nobody = 'http://127.0.0.1:9'

/** Settings for sites whose push messages are not tested. */
export const silentPush = { ...siteKeys(), PUSH_SERVICES: nobody }

/** A browser's subscription at that service, as the browser would send it. */
export const silentBrowser = () => ({
  endpoint: `${nobody}/${randomUUID()}`,
  keys: { p256dh: pair().getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
})
