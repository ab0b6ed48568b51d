import { commentOn } from './comments.ts'
import { call, type Person } from './site.ts'

export type Subject = { kind: string; id: string }
export const details = 'It names where I live.'

/** Reports content because of harassment, or another reason. */
export const report = (who: Person | null, subject: Subject, more: object = {}) =>
  call(who, 'POST', '/reports', { body: { ...subject, reason: 'harassment', details, ...more } })

/** The person's own reports, newest first. */
export const ownReports = async (who: Person) => (await call(who, 'GET', '/reports')).body.items

/** Hides, removes or restores the content at this path. */
export const decide = (who: Person, path: string, state: string) =>
  call(who, 'PUT', `/${path}/moderation`, { body: { state, rule: 'private_details', reason: 'It gives a home address.' } })

export async function aComment(author: Person, campaignId: string, body = 'He lives at 5 Elm Street'): Promise<Subject> {
  return { kind: 'comment', id: await commentOn(author, campaignId, body) }
}
