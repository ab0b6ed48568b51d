import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { parse, stringify } from 'uuid'
import { type MailList, mailLists } from '../terms.ts'

type Seat = { personId: string; list: MailList }

/** Makes and reads the tokens of addresses that stop mail. */
export type MailListTokens = ReturnType<typeof openMailListTokens>

const sizes = { iv: 12, seal: 16, text: 17 }

/**
 * A token is the person and the list, sealed with the site's secret: nobody else can make one, it says nothing about
 * whom it is of, the same is always made of the same, and it never ends, because a mail may be read years later. Tokens that were
 * made with an earlier secret are read while it is in `previous`.
 */
export function openMailListTokens(secret: string, previous: readonly string[] = []) {
  const current = openSeal(secret)
  const seals = [current, ...previous.map(openSeal)]
  return {
    make: current.make,
    /** Null for what this site has not made. */
    read(token: string): Seat | null {
      for (const { read } of seals) {
        const seat = read(token)
        if (seat) return seat
      }
      return null
    },
  }
}

function openSeal(secret: string) {
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
      // One spelling only: what is decoded leniently is not ours.
      if (bytes.length !== sizes.iv + sizes.seal + sizes.text || bytes.toString('base64url') !== token) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, sizes.iv), { authTagLength: sizes.seal })
      decipher.setAuthTag(bytes.subarray(sizes.iv, sizes.iv + sizes.seal))
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(sizes.iv + sizes.seal)), decipher.final()])
        const list = mailLists[text[0] ?? -1]
        return list ? { personId: stringify(text, 1), list } : null
      } catch {
        return null
      }
    },
  }
}
