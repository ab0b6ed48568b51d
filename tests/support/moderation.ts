import { done } from './readers.ts'
import { call, type Person, theSite } from './site.ts'

/** Returns a function that decides about content below a path, such as `/updates`. */
export const moderating =
  (path: string, decision: { rule?: string; reason: string }) =>
  (who: Person | null, id: string, state: string, reason = decision.reason) =>
    call(who, 'PUT', `${path}/${id}/moderation`, { body: { ...decision, state, reason } })

/** The author appeals against a decision, and another moderator grants it. */
export async function grantAppeal(decisionId: string, { author, moderator }: { author: Person; moderator: Person }): Promise<void> {
  const appeal = await done(author, 'POST', `/decisions/${decisionId}/appeal`, { body: 'It is the address of the store.' })
  await done(moderator, 'POST', `/moderation/appeals/${appeal.id}/decision`, { outcome: 'granted', reason: 'So it is.' })
}

/** True if this person's response from the API contains the text. */
export const has = async (who: Person | null, path: string, text: string) => JSON.stringify((await call(who, 'GET', path)).body).includes(text)

/** The status of a file, such as a picture, for this person. */
export const statusOf = async (who: Person | null, path: string) =>
  (await fetch(`${(await theSite()).origin}${path}`, { headers: who ? { cookie: who.cookie } : {}, redirect: 'manual' })).status

/** The list has the first 50 cases only, so older ones are closed. A test opens fewer than this. */
const newestCases = 30

/** The cases about these contents in the moderators' queue, in its order. If the list is full, closes what earlier tests left open. */
export async function casesAbout(moderator: Person, ...ids: string[]) {
  const read = async () => (await call(moderator, 'GET', '/moderation/reports')).body
  let { items, total } = await read()
  if (total > items.length) {
    const { db } = (await theSite()).store
    const newest = db.selectFrom('report_case').select('id').where('opened_at', 'is not', null).orderBy('opened_at', 'desc').limit(newestCases)
    await db
      .updateTable('report_case')
      .set({ opened_at: null, reporters: 0, weight: 0, is_hidden: false })
      .where('opened_at', 'is not', null)
      .where('subject_id', 'not in', ids)
      .where('id', 'not in', newest)
      .execute()
    ;({ items } = await read())
  }
  return items.filter(({ subjectId }: { subjectId: string }) => ids.includes(subjectId))
}

/** The case about this content, or undefined. */
export const caseAbout = async (moderator: Person, id: string) => (await casesAbout(moderator, id))[0]
