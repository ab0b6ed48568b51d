import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import type { Moderation } from '../contract.ts'
import { ruleText } from '../rule-text.ts'
import { rules } from '../terms.ts'

/** Says to the author and to moderators what was decided about content that nobody else sees, and why. */
export function ModerationNote({ moderation: { state, rule, reason, decidedAt }, isAuthor }: { moderation: Moderation; isAuthor: boolean }) {
  const date = fullDay(decidedAt)
  return (
    <div className="flex flex-col gap-1 border-s-4 border-danger-text ps-4 [overflow-wrap:anywhere]">
      <p className="font-semibold">{state === 'hidden' ? m.moderation_is_hidden({ date }) : m.moderation_is_removed({ date })}</p>
      {rule && rule !== 'other' && (
        <p>
          <a href={`/rules#${rule}`} className="link">
            {m.moderation_rule_line({ number: String(rules.indexOf(rule) + 1), rule: ruleText(rule) })}
          </a>
        </p>
      )}
      <p dir="auto">{m.moderation_why({ reason })}</p>
      {isAuthor && <p className="text-muted">{m.moderation_still_counted()}</p>}
    </div>
  )
}
