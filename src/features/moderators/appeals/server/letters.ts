import { demandText, ruleLine } from '#features/moderation/server/public.ts'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { fullDay } from '#platform/format.ts'
import type { Letter } from '#platform/server/mail/letter.ts'
import type { Db } from '#platform/server/store/open-store.ts'
import { removedName } from '#platform/terms.ts'
import type { Statement } from '../contract.ts'
import { didText, originText, outcomeText } from '../statement-text.ts'
import { statementPath } from '../terms.ts'
import type { StatementTokens } from './statement-tokens.ts'
import { statementFor } from './statements.ts'

type Query = { decisionId: string; personId: string; isAppealDecided: boolean; site: string }

/**
 * Composes the mail about a decision or a decided appeal; null if there is none. Its subject and preview name neither the content nor its campaign. Its
 * link opens the statement also for a suspended author.
 */
export const statementLetters = (tokens: StatementTokens) => async (db: Db, query: Query) => {
  const statement = await statementFor(db, { id: query.decisionId, personId: query.personId })
  if (!statement) return null
  const token = await tokens.make(statement.id)
  return letterOf(statement, { ...query, href: `${query.site}${statementPath(statement.id, token ?? undefined)}` })
}

function letterOf(statement: Statement, { isAppealDecided, href }: { isAppealDecided: boolean; href: string }): Letter {
  const { subject } = statement
  const quote = subject?.kind === 'picture' ? m.reports_about_picture({ title: subject.title }) : subject?.excerpt
  const about = statement.state === 'suspended' ? m.appeals_mail_subject_account : m.appeals_mail_subject
  const written = { subject: about({ name: brand.name }), ...(quote && { quote }) }
  if (isAppealDecided) {
    const paragraphs = answerOf(statement)
    return { ...written, preheader: m.appeals_mail_answered(), paragraphs, button: { text: m.appeals_mail_read(), href } }
  }
  const button = { text: statement.barrier === null ? m.appeals_mail_ask() : m.appeals_mail_read(), href }
  return { ...written, preheader: m.appeals_mail_preview(), paragraphs: reasonsOf(statement), button, notes: [m.moderation_still_counted()] }
}

function reasonsOf(statement: Statement): string[] {
  const { rule, reason, subject, demand, appealUntil, barrier, isSamePersonDeciding } = statement
  const ending = barrier === null ? m.appeals_if_you_disagree({ date: fullDay(appealUntil) }) : null
  return [
    didText(statement),
    placeOf(subject),
    ruleLine(rule),
    reason ? m.moderation_why({ reason }) : null,
    statement.isNameRemoved ? m.appeals_name_removed({ name: removedName }) : null,
    originText(statement, demand && demandText(demand)),
    ending && `${ending} ${isSamePersonDeciding ? m.appeals_same_person() : m.appeals_other_person()} ${m.appeals_court()}`,
  ].filter((line) => line !== null)
}

/** The campaign or community on which the author posted; null for content with a title of its own. */
const placeOf = (subject: Statement['subject']) =>
  subject?.title && subject.kind !== 'campaign' && subject.kind !== 'community' && subject.kind !== 'person'
    ? m.appeals_posted_on({ title: subject.title })
    : null

function answerOf({ state, appeal, subject }: Statement): string[] {
  if (!appeal?.answer) return []
  return [
    outcomeText(state, appeal.outcome),
    placeOf(subject),
    m.moderation_why({ reason: appeal.answer }),
    appeal.isSamePerson ? m.appeals_was_same_person() : null,
    appeal.outcome === 'declined' ? m.appeals_court() : null,
  ].filter((line) => line !== null)
}
