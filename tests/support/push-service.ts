import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeServer, listenOnFreePort } from './http-servers.ts'
import { siteKeys } from './push-keys.ts'

export type Pushed = { path: string; title: string; body: string; url: string; tag: string; ttl: number; urgency: string; subject: string; audience: string }
export type Browser = { path: string; endpoint: string; keys: { p256dh: string; auth: string } }
type Answer = { status: number; headers?: Record<string, string> }

/**
 * A push service on this machine, like those of browser vendors: decrypts the messages for its browsers, and rejects any message without a
 * valid signature.
 */
export async function aPushService() {
  const pair = siteKeys()
  const browsers = new Map<string, { ecdh: ECDH; auth: Buffer }>()
  const received: Pushed[] = []
  /** The responses to messages for a browser, by its path; 201 for all others. */
  const answers = new Map<string, Answer | 'hangs'>()
  let asked = 0

  async function take(request: IncomingMessage, response: ServerResponse) {
    asked++
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    const answer = answers.get(path) ?? { status: 201 }
    if (answer === 'hangs') return
    if (answer.status === 201) received.push({ path, ...opened(request, path, Buffer.concat(chunks)) })
    response.writeHead(answer.status, answer.headers).end()
  }

  function opened({ headers }: IncomingMessage, path: string, encrypted: Buffer): Omit<Pushed, 'path'> {
    const browser = browsers.get(path)
    if (!browser || headers['content-encoding'] !== 'aes128gcm') throw new Error(`Nothing that ${path} can read`)
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
    if (key !== pair.VAPID_PUBLIC_KEY) throw new Error('Signed with another key')
    const { aud, sub, exp } = claimsOf(token, key)
    if (exp * 1_000 < Date.now() || exp * 1_000 > Date.now() + 86_400_000) throw new Error('Signed for another time')
    const about = { ttl: Number(headers.ttl), urgency: String(headers.urgency), subject: sub, audience: aud }
    return { ...JSON.parse(unsealed(encrypted, browser)), ...about }
  }

  const server = createServer((request, response) => void take(request, response).catch(() => response.writeHead(400).end()))
  const origin = `http://127.0.0.1:${await listenOnFreePort(server)}`
  return {
    origin,
    env: { ...pair, PUSH_SERVICES: origin },
    received,
    answers,
    asked: () => asked,
    aBrowser(): Browser {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomUUID()}`
      browsers.set(path, { ecdh, auth })
      return { path, endpoint: `${origin}${path}`, keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') } }
    },
    stop: () => closeServer(server),
  }
}

/** Throws if the signature was not made with this key. */
function claimsOf(token: string, key: string): { aud: string; sub: string; exp: number } {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isRight = verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  if (!isRight) throw new Error('The signature is wrong')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

/** Decrypts a message of RFC 8291 and RFC 8188: one record, with the sender's key in its header. */
function unsealed(encrypted: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const salt = encrypted.subarray(0, 16)
  const sender = encrypted.subarray(21, 21 + (encrypted[20] ?? 0))
  const body = encrypted.subarray(21 + sender.length)
  const derive = (secret: Uint8Array, from: { salt: Uint8Array; info: Uint8Array; length: number }) =>
    Buffer.from(hkdfSync('sha256', secret, from.salt, from.info, from.length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derive(ecdh.computeSecret(sender), { salt: auth, info, length: 32 })
  const key = derive(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
  const nonce = derive(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
  const opening = createDecipheriv('aes-128-gcm', key, nonce)
  opening.setAuthTag(body.subarray(-16))
  const text = Buffer.concat([opening.update(body.subarray(0, -16)), opening.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString()
}
