import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { type MailList, mailLists } from '../terms.ts'

type Seat = { personId: string; list: MailList }

/** Creates and reads the tokens of unsubscribe URLs. */
export type MailListTokens = ReturnType<typeof openMailListTokens>

const sizes = { iv: 12, tag: 16, text: 17 }

/**
 * A token contains the person and the list, encrypted with a key that is derived from the site's secret. It is deterministic and never
 * expires, because a mail may be read years later. Tokens of an earlier secret are accepted while that secret is in `previous`.
 */
export function openMailListTokens(secret: string, previous: readonly string[] = []) {
  const current = openCipher(secret)
  const ciphers = [current, ...previous.map(openCipher)]
  return {
    make: current.make,
    /** Returns null for a token that this site has not created. */
    read(token: string): Seat | null {
      for (const { read } of ciphers) {
        const seat = read(token)
        if (seat) return seat
      }
      return null
    },
  }
}

function openCipher(secret: string) {
  const keyFor = (use: string) => createHmac('sha256', secret).update(use).digest()
  const [nameKey, key] = [keyFor('mail lists: which'), keyFor('mail lists: what')]
  const ivOf = (text: Uint8Array) => createHmac('sha256', nameKey).update(text).digest().subarray(0, sizes.iv)
  return {
    make({ personId, list }: Seat): string {
      const text = Buffer.from([mailLists.indexOf(list), ...parse(personId)])
      const iv = ivOf(text)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const hidden = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString('base64url')
    },
    read(token: string): Seat | null {
      const bytes = Buffer.from(token, 'base64url')
      // Rejects other spellings of the same bytes, which the lenient base64url decoder accepts.
      if (bytes.length !== sizes.iv + sizes.tag + sizes.text || bytes.toString('base64url') !== token) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, sizes.iv), { authTagLength: sizes.tag })
      decipher.setAuthTag(bytes.subarray(sizes.iv, sizes.iv + sizes.tag))
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(sizes.iv + sizes.tag)), decipher.final()])
        const list = mailLists[text[0] ?? -1]
        return list ? { personId: stringify(text, 1), list } : null
      } catch {
        return null
      }
    },
  }
}
