import { createHash } from 'node:crypto'

/** What the store keeps of the token in an invite link: nobody who reads the store can join with it. */
export const inviteHash = (token: string) => createHash('sha256').update(token).digest('hex')
