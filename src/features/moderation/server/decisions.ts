import { type RawBuilder, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { hashedWords } from '#platform/server/audit.ts'
import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import type { RequestContext } from '#platform/server/rpc.ts'
import { normalized } from '#platform/text.ts'
import { mayReadModerated, type Viewer } from '#platform/viewer.ts'
import type { CommentModeration, Moderation } from '../contract.ts'
import { demandProblems } from '../demands/policy.ts'
import { mayDecide, reasonProblems } from '../policy.ts'
import {
  type AutomaticKind,
  type AutomaticState,
  type ContentKind,
  type Demand,
  isShown,
  type ModerationState,
  type OrganizerState,
  type ReportOutcome,
  type Rule,
} from '../terms.ts'
import { refuseClaimed } from './claims.ts'
import { closeReports } from './close-reports.ts'
import { contentStates, hiddenStates, shownStates } from './decision-states.ts'
import { recordDemand } from './demands.ts'
import { informAuthor, lockDecisions, settleAppeal } from './inform-author.ts'
import { isReportedTo } from './site-cases.ts'

/** `moderatorId` is null for a decision by a rule, and only for that. `byMods`: owner or mod of the content's community. */
type Decision = { authorId: string | null; moderatorId: string | null; reason: string; byMods?: boolean } & (
  | { subject: { kind: ContentKind; id: string }; state: ModerationState; rule: Rule; demand?: Demand | undefined }
  | { subject: { kind: 'comment'; id: string }; state: OrganizerState }
  | { subject: { kind: AutomaticKind; id: string }; state: AutomaticState; rule: Rule; isSilent?: boolean | undefined }
  | { subject: { kind: string; id: string }; state: 'kept' }
  | { subject: { kind: ContentKind; id: string }; state: 'warned'; rule: Rule }
  | ({ subject: { kind: 'person'; id: string } } & ({ state: 'suspended'; rule: Rule; until: Date | null; hidesContent: boolean } | { state: 'lifted' }))
)

/**
 * Refuses an invalid reason, appends the decision, closes the open reports about its subject and notifies the author of content or the suspended person. Call it in the
 * transaction that changes the content or person, with its row locked. Returns the id of the decision.
 */
export async function recordDecision(tx: Tx, { subject, authorId, moderatorId, reason, byMods = false, ...decided }: Decision): Promise<string> {
  const demand = 'demand' in decided ? decided.demand : undefined
  if (decided.state !== 'kept' && decided.state !== 'shown_by_organizer')
    refuseFields({ ...reasonProblems(reason), ...(demand && 'demand' in decided && demandProblems(demand, decided.state)) })
  const [id, words] = [uuidv7(), normalized(reason)]
  const { salt, hash } = hashedWords(words)
  await lockDecisions(tx, subject.id)
  await tx
    .insertInto('moderation_decision')
    .values({
      ...{ id, subject_kind: subject.kind, subject_id: subject.id, author_id: authorId, moderator_id: moderatorId },
      ...{ state: decided.state, reason_hash: hash, by_mods: byMods },
      ...('rule' in decided && decided.state !== 'visible' && decided.state !== 'released' && { rule: decided.rule }),
      ...(decided.state === 'suspended' ? { until: decided.until, hides_content: decided.hidesContent } : {}),
      // Decisions about the same content are ordered by the lock on its row, not by the start of their transactions.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  if (hash) await tx.insertInto('decision_words').values({ decision_id: id, words, salt }).execute()
  if (demand) await recordDemand(tx, { demand, subjectKind: subject.kind, decisionId: id })
  const isSilent = decided.state === 'waiting' || ('isSilent' in decided && decided.isSilent)
  if (decided.state === 'lifted' && moderatorId !== null)
    await settleAppeal(tx, { subjectId: subject.id, moderatorId, outcome: 'granted', answer: words, isSuspension: true })
  if (!isSilent && decided.state !== 'kept' && decided.state !== 'lifted')
    await informAuthor(tx, { subjectId: subject.id, authorId, moderatorId, decisionId: id, state: decided.state, reason: words })
  const outcome = outcomes[decided.state]
  const hiding = decided.state === 'hidden' ? 'begins' : decided.state === 'visible' || decided.state === 'removed' ? 'ends' : null
  const isKept = decided.state === 'visible' || decided.state === 'kept' || decided.state === 'warned'
  if (outcome !== null) await closeReports(tx, { subject, outcome, moderatorId, byMods, isKept, hiding })
  return id
}

/**
 * The outcome of the reports that a decision in each state closes; null if it closes none. A suspension settles the reports about the person's
 * profile.
 */
const outcomes: Record<Decision['state'], ReportOutcome | null> = {
  ...{ visible: 'kept', kept: 'kept', hidden: 'hidden', removed: 'removed', suspended: 'settled', lifted: null },
  warned: 'settled',
  // Moderators still look at what was reported.
  ...{ hidden_by_organizer: null, shown_by_organizer: null, hidden_by_reports: null, waiting: null, returned: null, released: null },
}

type Stored<M extends CommentModeration> = Omit<M, 'decidedAt'> & { decidedAt: string }

const newestOf = (id: RawBuilder<unknown>, states: RawBuilder<unknown>) =>
  sql`select d.* from recorded_decision d where d.subject_id = ${id} and d.state in (${states}) order by d.created_at desc, d.id desc limit 1`

/** SQL field: the number of decisions of the site's moderators against this author within a year. */
export const decisionsAgainst = (author: RawBuilder<unknown>) => sql<number>`(select count(*)::int from moderation_decision d
  where d.author_id = ${author} and d.state in ('hidden', 'removed', 'warned', 'suspended') and not d.by_mods and d.created_at > now() - interval '1 year')`

/** SQL query: the newest decision about this content. */
export const newestAbout = (id: RawBuilder<unknown>) => newestOf(id, contentStates)

/** SQL query: the newest decision to suspend this person, or to lift the suspension. */
export const newestSuspension = (id: RawBuilder<unknown>) => newestOf(id, sql`'suspended', 'lifted'`)

const decisionJson = (state: string, id: RawBuilder<unknown>) =>
  sql`json_build_object('decisionId', ${id}, 'state', ${sql.ref(state)}, 'rule', d.rule, 'reason', d.reason, 'decidedAt', d.created_at, 'byMods', d.by_mods)`

/**
 * SQL field: the decision in force about this content, as JSON; null if there is none. `state` is the column of the content's row. If no
 * moderator has decided about the content itself, it is hidden by the suspension of its author.
 */
export const moderationOf = <M extends CommentModeration = Moderation>(
  state: string,
  id: string,
  author: string,
) => sql<Stored<M> | null>`case when ${sql.ref(state)} is not null then coalesce(
  (select ${decisionJson(state, sql`d.id`)} from (${newestAbout(sql.ref(id))}) d where d.state in (${hiddenStates})),
  (select ${decisionJson(state, sql`null`)} from (${newestSuspension(sql.ref(author))}) d)) end`

/** The newest decision about this content; null if there is none. The caller has locked its row. */
export async function lastDecisionAbout(tx: Tx, id: string): Promise<{ state: string; decidedAt: Date } | null> {
  const { rows } = await sql<{ state: string; decidedAt: Date }>`
    select d.state, d.created_at as "decidedAt" from (${newestAbout(sql`${id}::uuid`)}) d`.execute(tx)
  return rows[0] ?? null
}

/** SQL condition: this content is hidden by the suspension of its author alone, and not by a decision about itself. */
export const isHiddenWithAuthor = (state: string, id: string) =>
  sql<boolean>`(${sql.ref(state)} = 'hidden' and coalesce((select d.state from (${newestAbout(sql.ref(id))}) d), 'visible') in (${shownStates}))`

/**
 * SQL condition for lists: this content is readable, or the viewer may still read it as its author or as a moderator. `state` and `author`
 * are columns of the content's row.
 */
export const isReadableBy = (viewer: Viewer | null, { state, author }: { state: string; author: string }) =>
  mayReadModerated(viewer, { isAuthor: false })
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(state)} is null or ${sql.ref(author)} = ${viewer?.id ?? null}::uuid)`

export const moderationFrom = <State extends CommentModeration['state']>(stored: Stored<CommentModeration> & { state: State }) => ({
  ...stored,
  decidedAt: new Date(stored.decidedAt),
})

/**
 * A decision about content of one kind. `isOnAppeal`: its author has asked the moderators to look, also if they are not members of its community.
 * `byMods`: the moderator decides as owner or mod of that community. It is called with the content and its decisions locked, and throws if they may not.
 */
export type ContentDecision = {
  id: string
  moderator: Viewer
  state: ModerationState
  rule: Rule
  reason: string
  isOnAppeal?: boolean
  byMods?: (tx: Tx) => Promise<void>
  demand?: Demand | undefined
}

const tableOf = {
  campaign: 'campaign',
  comment: 'comment',
  update: 'campaign_update',
  chat_message: 'campaign_chat_message',
  post: 'community_post',
  community: 'community',
  company_statement: 'company_statement',
  // Their features store the state: in `moderated_profile` and `moderated_picture`.
  person: null,
  picture: null,
} as const satisfies Record<ContentKind, string | null>

/**
 * A decision by a rule, without a moderator. `isDue` is asked with the content and its decisions locked. `isSilent`: its author has caused it, and gets
 * no notification.
 */
export type AutomaticDecision = { id: string; state: AutomaticState; rule: Rule; reason: string; isSilent?: boolean; isDue: (tx: Tx) => Promise<boolean> }

const nobody = '00000000-0000-0000-0000-000000000000'
/** The viewer of a decision by a rule. It reaches all content, as a moderator on appeal does. */
const siteItself: Viewer = { id: nobody, name: '', displayName: '', avatarUrl: null, role: 'moderator', isCounted: true, pledgesPrivately: false }

/** The viewer for whom a decision locks its content. `isOutsider`: also in a private community that the viewer has not joined. */
export async function deciderOf(tx: Tx, kind: AutomaticKind, decision: ContentDecision | AutomaticDecision): Promise<{ viewer: Viewer; isOutsider: boolean }> {
  if (!('moderator' in decision)) return { viewer: siteItself, isOutsider: true }
  const { id, moderator, isOnAppeal = false } = decision
  return { viewer: moderator, isOutsider: isOnAppeal || (await isReportedTo(moderator, tx, { kind, id })) }
}

/** `also`: SQL for more assignments to the row. */
type Decidable<Kind extends ContentKind> = { kind: Kind; authorId: string | null; also?: RawBuilder<unknown> }

/**
 * Records a decision about content whose row the caller has locked, and stores the state there. False if this moderator may not decide. The
 * states of profiles and pictures are in tables of their own, which their features write.
 */
export async function decideAbout(tx: Tx, { kind, authorId, also }: Decidable<ContentKind>, decision: ContentDecision): Promise<boolean> {
  const { id, moderator, state, reason, byMods, demand } = decision
  const rule = demand ? 'illegal' : decision.rule
  if (byMods) {
    await lockDecisions(tx, id)
    await byMods(tx)
  } else {
    if (!mayDecide(moderator, { isAuthor: authorId === moderator.id })) return false
    await lockDecisions(tx, id)
    if (!decision.isOnAppeal) await refuseClaimed(tx, { kind, id, moderatorId: moderator.id })
  }
  await recordDecision(tx, { subject: { kind, id }, authorId, moderatorId: moderator.id, state, rule, reason, demand, byMods: byMods !== undefined })
  await setState(tx, { kind, id, state, also })
  return true
}

/** Like `decideAbout`, for a kind of content about which a rule can decide, too. */
export async function decideOrApplyRule(tx: Tx, content: Decidable<AutomaticKind>, decision: ContentDecision | AutomaticDecision): Promise<boolean> {
  if ('moderator' in decision) return decideAbout(tx, content, decision)
  const { kind, authorId, also } = content
  const { id, state, rule, reason, isSilent, isDue } = decision
  await lockDecisions(tx, id)
  if (!(await isDue(tx))) return false
  await recordDecision(tx, { subject: { kind, id }, authorId, moderatorId: null, state, rule, reason, isSilent })
  await setState(tx, { kind, id, state, also })
  return true
}

type NewState = { kind: ContentKind; id: string; state: ModerationState | AutomaticState; also: RawBuilder<unknown> | undefined }

async function setState(tx: Tx, { kind, id, state, also }: NewState): Promise<void> {
  const table = tableOf[kind]
  if (table === null) return
  const assignments = [sql`moderation = ${isShown(state) ? null : state}`, ...(also ? [also] : [])]
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${id}`.execute(tx)
}

/** `publish` sends the change to open pages and bells. Call it after the commit. */
export type Decided<Context> = 'absent' | 'forbidden' | { publish: (context: Context) => void }

/** Publishes a committed decision and expires cached pages, or throws the operation's refusal. */
export function publishDecided<Context extends Pick<RequestContext, 'pagesChanged'>>(
  decided: Decided<Context>,
  context: Context,
  errors: { NOT_FOUND: () => Error; FORBIDDEN: () => Error },
): void {
  if (decided === 'absent') throw errors.NOT_FOUND()
  if (decided === 'forbidden') throw errors.FORBIDDEN()
  context.pagesChanged('/')
  decided.publish(context)
}
