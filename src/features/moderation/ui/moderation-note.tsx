import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import type { CommentModeration } from '../contract.ts'
import { isAuthorsToEdit } from '../terms.ts'
import { RuleLine } from './rule-line.tsx'

const facts = {
  hidden: m.moderation_is_hidden,
  removed: m.moderation_is_removed,
  hidden_by_organizer: m.moderation_is_hidden_by_organizer,
  hidden_by_reports: m.moderation_is_hidden_by_reports,
  waiting: m.moderation_is_waiting,
  returned: m.moderation_is_waiting,
} as const

type ModerationNoteProps = { moderation: CommentModeration; isAuthor: boolean }

/** For the author and moderators: the decision about content that nobody else sees, and its reason. */
export function ModerationNote({ moderation: { decisionId, state, rule, reason, decidedAt, byMods }, isAuthor }: ModerationNoteProps) {
  const date = fullDay(decidedAt)
  return (
    <div className="flex flex-col gap-1 border-s-4 border-danger-text ps-4 [overflow-wrap:anywhere]">
      <p className="font-semibold">{byMods ? m.moderation_is_removed_by_mods({ date }) : facts[state]({ date })}</p>
      {rule && rule !== 'other' && (
        <p>
          <RuleLine rule={rule} />
        </p>
      )}
      {reason && <p dir="auto">{isAuthorsToEdit(state) ? reason : m.moderation_why({ reason })}</p>}
      {isAuthor && decisionId && !isAuthorsToEdit(state) && (
        <p>
          <a href={`/statement/${decisionId}`} className="link">
            {m.moderation_disagree()}
          </a>
        </p>
      )}
      {isAuthor && !isAuthorsToEdit(state) && <p className="text-muted">{m.moderation_still_counted()}</p>}
    </div>
  )
}
