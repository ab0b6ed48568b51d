import { buttonClass } from '#design/button.tsx'
import { ModerationBar } from '#features/moderation/ui/moderation-bar.tsx'
import { m } from '#messages'
import type { CompanyReply } from '../contract.ts'
import { api } from './api.ts'

type StatementModerationProps = {
  campaign: { slug: string; isActive: boolean }
  target: { name: string }
  statement: CompanyReply['statement']
  onDecided: () => Promise<void>
}

/** For moderators, above a campaign: decides about the statement of its target, or asks for one. */
export function StatementModeration({ campaign: { slug, isActive }, target: { name }, statement, onDecided }: StatementModerationProps) {
  if (!statement) {
    return isActive ? (
      <p className="page-column">
        <a href={`/campaigns/${slug}/ask`} className={`${buttonClass({ tone: 'quiet', size: 'sm' })} -ms-3 max-w-full wrap-anywhere`}>
          {m.replies_ask_link({ name })}
        </a>
      </p>
    ) : null
  }
  return (
    <ModerationBar
      className="page-column"
      label={m.replies_moderate_statement()}
      text={m.replies_moderate_statement()}
      moderation={statement.moderation}
      isAuthor={false}
      decide={async (decision) => {
        await api.moderate.call({ id: statement.id, ...decision })
        await onDecided()
      }}
    />
  )
}
