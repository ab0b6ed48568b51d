import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isId } from '#platform/id.ts'

/** A link in a mail names its person and carries a random secret, of which only the hash is stored. */
export type MailedSecret = { personId: string; secret: string }

export const newMailedSecret = (personId: string): MailedSecret => ({ personId, secret: randomBytes(24).toString('base64url') })
export const tokenOfSecret = ({ personId, secret }: MailedSecret) => `${personId}.${secret}`

/** Null for text that no link of ours carries. */
export function readMailedSecret(token: string): MailedSecret | null {
  const [personId = '', secret = ''] = token.split('.')
  return isId(personId) ? { personId, secret } : null
}

export const hashOfSecret = ({ secret }: MailedSecret) => createHash('sha256').update(secret).digest('hex')

export const isHashOfSecret = (hash: string, link: MailedSecret) => timingSafeEqual(Buffer.from(hashOfSecret(link)), Buffer.from(hash.padEnd(64).slice(0, 64)))
