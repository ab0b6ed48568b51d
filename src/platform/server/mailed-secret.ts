import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isId } from '#platform/id.ts'

/** A mailed link contains the id of its row or person and a random secret; only the secret's hash is stored. */
export type MailedSecret = { id: string; secret: string }

export const newMailedSecret = (id: string): MailedSecret => ({ id, secret: randomBytes(24).toString('base64url') })
export const tokenOfSecret = ({ id, secret }: MailedSecret) => `${id}.${secret}`

/** Null for text that cannot be a token of ours. */
export function readMailedSecret(token: string): MailedSecret | null {
  const [id = '', secret = ''] = token.split('.')
  return isId(id) ? { id, secret } : null
}

export const hashOfSecret = ({ secret }: MailedSecret) => createHash('sha256').update(secret).digest('hex')

export const isHashOfSecret = (hash: string, link: MailedSecret) => timingSafeEqual(Buffer.from(hashOfSecret(link)), Buffer.from(hash.padEnd(64).slice(0, 64)))
