import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button, buttonClass } from '#design/button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { TextArea } from '#design/text-field.tsx'
import { focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { ModerationNote } from '#features/moderation/ui/moderation-note.tsx'
import { reportHref } from '#features/reports/ui/report-link.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { readSite } from '#platform/client/site.ts'
import type { AnswerableCampaign } from '../contract.ts'
import { statementProblems } from '../policy.ts'
import { statementLimits } from '../terms.ts'
import { api } from './api.ts'
import { statementFailure, statementText } from './problem-text.ts'

/** The campaigns about a company, each with the form for the company's statement. */
export function StatementForms({ campaigns, name }: { campaigns: AnswerableCampaign[]; name: string }) {
  return (
    <section aria-labelledby="statements" className="flex flex-col gap-2">
      <h2 id="statements" className="type-title text-2xl">
        {m.replies_campaigns()}
      </h2>
      {campaigns.length === 0 && <p className="text-muted">{m.replies_campaigns_none({ name, ...nouns })}</p>}
      {campaigns.map((campaign) => (
        <StatementForm key={campaign.id} campaign={campaign} />
      ))}
    </section>
  )
}

function StatementForm({ campaign: { id, slug, title, isActive, statement } }: { campaign: AnswerableCampaign }) {
  const queryClient = useQueryClient()
  const { texts, change, clear } = useKeptTexts(`${readSite().viewer?.id}.statement.${id}`, { body: statement?.body ?? '' })
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isPosted, setPosted] = useState(false)
  const [isSending, setSending] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isSending) return
    const wrong = statementText(statementProblems(texts.body).body)
    setError(wrong)
    setFailure(undefined)
    setPosted(false)
    if (wrong) return focusFirstProblem(form)
    setSending(true)
    try {
      await api.postStatement.call({ id, body: texts.body })
      clear()
      change({ body: texts.body })
      setPosted(true)
      await queryClient.invalidateQueries({ queryKey: api.key() })
    } catch (refused) {
      setError(statementText(refusalOf(refused)?.fields?.body))
      setFailure(statementFailure(refused))
    }
    setSending(false)
  }

  return (
    <article className="flex flex-col gap-4 border-t border-line py-5">
      <h3 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
        <a href={`/campaigns/${slug}#company`} className="link" dir="auto">
          {title}
        </a>
        {!isActive && <Badge tone="outlined">{m.campaigns_status_archived()}</Badge>}
      </h3>
      {statement?.moderation ? (
        <ModerationNote moderation={statement.moderation} isAuthor />
      ) : (
        <form onSubmit={send} noValidate className="flex flex-col gap-4">
          <TextArea
            label={m.replies_write()}
            hint={m.replies_write_hint(nouns)}
            value={texts.body}
            onChange={({ target }) => change({ body: target.value })}
            error={error}
            count={{ max: statementLimits.body }}
            rows={6}
            dir="auto"
          />
          {failure && !error && <FailureText>{failure}</FailureText>}
          <p role="status" className="font-semibold empty:hidden">
            {isPosted && m.replies_posted()}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" tone="primary" pending={isSending}>
              {statement ? m.replies_edit() : m.replies_post()}
            </Button>
            <a href={reportHref('campaign', id)} className={buttonClass({ tone: 'quiet' })}>
              {m.replies_correct()}
            </a>
          </div>
        </form>
      )}
    </article>
  )
}
