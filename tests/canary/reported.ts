import type { Secrets } from './secrets.ts'

type Send<Who> = (who: Who, method: 'POST', path: string, body: object) => Promise<unknown>

/** A person reports public content as illegal. Only they, in the export of their data, and moderators may read the report. */
export async function reportedContent<Who>(secrets: Secrets, { supporter, commentId }: { supporter: Who; commentId: string }, send: Send<Who>): Promise<void> {
  const word = (what: string) => secrets.word(`a report’s ${what}`, ['supporter', 'moderator', 'admin'])
  const notice = { law: `Section ${word('law')}`, name: `Ada ${word('sender')}`, email: `${word('address')}@people.test`, isGoodFaith: true }
  await send(supporter, 'POST', '/reports', { kind: 'comment', id: commentId, reason: 'illegal', details: `See ${word('details')}`, ...notice })
}
