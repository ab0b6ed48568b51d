import { createHash } from 'node:crypto'

/** The database stores only this hash of an invite link's token, so that nobody can join with what is stored there. */
export const inviteHash = (token: string) => createHash('sha256').update(token).digest('hex')
