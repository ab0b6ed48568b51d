import { useQuery } from '@tanstack/react-query'
import { Page, PageLoading, StaticFailedPage } from '#design/page-states.tsx'
import { Section } from '#design/section.tsx'
import { EmptyPage } from '#design/states.tsx'
import { demandText } from '#features/moderation/demand-text.ts'
import { RuleLine } from '#features/moderation/ui/rule-line.tsx'
import { SubjectExcerpt } from '#features/reports/ui/subject-excerpt.tsx'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import { removedName } from '#platform/terms.ts'
import type { Statement } from '../contract.ts'
import { didText, originText, outcomeText } from '../statement-text.ts'
import { statementOf } from './api.ts'
import { AppealForm } from './appeal-form.tsx'

type StatementPageProps = { id: string; token: string | undefined; problem: string | undefined }

/** For the author: the decision of a moderator with its reason, and the form for an appeal or the appeal's result. */
export function StatementPage({ id, token, problem }: StatementPageProps) {
  const { data } = useQuery(statementOf(id, token))
  if (!data) return <NoStatement />
  const { state, rule, reason, subject, barrier, appeal } = data
  const isSuspension = state === 'suspended'
  const origin = originText(data, data.demand && demandText(data.demand))
  return (
    <Page title={isSuspension ? m.appeals_title_account() : m.appeals_title()}>
      <p className="mt-2 max-w-prose text-lg">{didText(data)}</p>
      {data.isNameRemoved && (
        <p className="mt-2 max-w-prose">
          {m.appeals_name_removed({ name: removedName })}{' '}
          <a href="/settings?tab=profile" className="link">
            {m.appeals_choose_name()}
          </a>
        </p>
      )}
      <div className="mt-8 flex max-w-form flex-col gap-8 [overflow-wrap:anywhere]">
        {!isSuspension && (
          <Section hasRule={false} title={m.appeals_wrote()}>
            {subject ? <SubjectExcerpt subject={subject} /> : <p className="text-muted">{m.appeals_gone()}</p>}
          </Section>
        )}
        {rule && rule !== 'other' && (
          <Section hasRule={false} title={m.appeals_rule()}>
            <p>
              <RuleLine rule={rule} />
            </p>
          </Section>
        )}
        {reason && (
          <Section hasRule={false} title={m.appeals_why()}>
            <p dir="auto" className="whitespace-pre-line">
              {reason}
            </p>
          </Section>
        )}
        {origin && (
          <Section hasRule={false} title={m.appeals_origin()}>
            <p>{origin}</p>
          </Section>
        )}
        {appeal ? (
          <AppealResult state={state} appeal={appeal} />
        ) : (
          barrier !== 'warning' && origin && <Disagree statement={data} token={token} problem={problem} />
        )}
        {origin && (
          <p className="text-muted">
            {barrier === null || appeal?.outcome === 'declined' ? `${m.appeals_court()} ` : ''}
            {m.moderation_still_counted()}
          </p>
        )}
      </div>
    </Page>
  )
}

type DisagreeProps = { statement: Statement } & Pick<StatementPageProps, 'token' | 'problem'>

function Disagree({ statement: { id, state, barrier, appealUntil, isSamePersonDeciding }, token, problem }: DisagreeProps) {
  return (
    <Section hasRule={false} title={m.appeals_disagree()}>
      {barrier === null ? (
        <>
          <p>{m.appeals_ask_by({ date: fullDay(appealUntil) })}</p>
          <p className="mb-4">{isSamePersonDeciding ? m.appeals_same_person() : m.appeals_other_person()}</p>
          <AppealForm decisionId={id} token={token} problem={problem} />
        </>
      ) : (
        <p>
          {barrier === 'waiting'
            ? state === 'hidden_by_reports'
              ? m.appeals_not_looked()
              : m.appeals_edit_it()
            : barrier === 'late'
              ? m.appeals_late()
              : state === 'suspended'
                ? m.appeals_suspension_over()
                : m.appeals_superseded()}
        </p>
      )}
    </Section>
  )
}

type AppealResultProps = { state: Statement['state']; appeal: NonNullable<Statement['appeal']> }

function AppealResult({ state, appeal: { body, sentAt, outcome, answer, isSamePerson } }: AppealResultProps) {
  return (
    <>
      <Section hasRule={false} title={m.appeals_yours()}>
        <p dir="auto" className="whitespace-pre-line">
          {body || m.appeals_words_deleted()}
        </p>
      </Section>
      <Section hasRule={false} title={m.appeals_answer()}>
        {outcome === null ? (
          <p>{m.appeals_waiting({ date: fullDay(sentAt) })}</p>
        ) : (
          <>
            <p className="font-semibold">{outcomeText(state, outcome)}</p>
            <p dir="auto" className="whitespace-pre-line">
              {answer ?? m.appeals_words_deleted()}
            </p>
            {isSamePerson && <p className="text-muted">{m.appeals_was_same_person()}</p>}
          </>
        )}
      </Section>
    </>
  )
}

export const NoStatement = () => <EmptyPage title={m.appeals_not_found()}>{m.appeals_not_found_text()}</EmptyPage>

export const StatementLoading = () => <PageLoading parts={[8]} isNarrow />

export const StatementFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.appeals_failed_load()} onRetry={reset} />
