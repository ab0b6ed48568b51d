import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { setCookieLine } from '#platform/server/http/set-cookie.ts'
import { cookieValue } from '#platform/server/session.ts'

const yearSeconds = 365 * 24 * 3_600
const mostPeople = 5

/** `hash`: the password's hash, or null for an account without a password. */
type Owner = { personId: string; hash: string | null }

export type DeviceCookies = ReturnType<typeof openDeviceCookies>

/**
 * Recognises browsers in which a person has signed in before, so that guesses made elsewhere cannot lock the owner out there. It names no
 * person and grants no access: it only selects the budget that a guess is counted against.
 * The cookie has a random id of the browser and, for each of the last five people who signed in, a MAC over that id, the person and the hash
 * of the current password. A new password therefore invalidates it for earlier owners of the account.
 */
export function openDeviceCookies({ secret, isPublic }: { secret: string; isPublic: boolean }) {
  const name = isPublic ? '__Host-holdout.device' : 'holdout.device'
  const markOf = (id: string, { personId, hash }: Owner) =>
    createHmac('sha256', secret)
      .update(`device ${id} of ${personId} with ${hash ?? ''}`)
      .digest('base64url')
      .slice(0, 22)

  function read(cookies: string | null) {
    const value = cookieValue(cookies, name) ?? ''
    const [id = '', ...marks] = /^[\w-]{22}(\.[\w-]{22})+$/.test(value) ? value.split('.') : []
    return id && marks.length <= mostPeople ? { id, marks } : null
  }

  return {
    isSent: (cookies: string | null): boolean => read(cookies) !== null,
    /** The browser's id if this person has signed in there, else null. */
    deviceOf(cookies: string | null, owner: Owner): string | null {
      const device = read(cookies)
      if (!device) return null
      const expected = Buffer.from(markOf(device.id, owner))
      return device.marks.some((mark) => timingSafeEqual(Buffer.from(mark), expected)) ? device.id : null
    },
    /** The `Set-Cookie` line to send after this person has signed in. */
    remember(cookies: string | null, owner: Owner): string {
      const { id, marks } = read(cookies) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
      const kept = [...new Set([markOf(id, owner), ...marks])].slice(0, mostPeople)
      return setCookieLine({ name, value: [id, ...kept].join('.'), seconds: yearSeconds, isPublic })
    },
  }
}
