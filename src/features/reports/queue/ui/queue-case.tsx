import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#design/badge.tsx'
import { Button, buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { Moment } from '#design/time.tsx'
import { useToast } from '#design/toasts.tsx'
import { ruleText } from '#features/moderation/rule-text.ts'
import type { ContentKind, ModerationDecision, Warning } from '#features/moderation/terms.ts'
import { LimitsButton } from '#features/moderation/ui/limits-button.tsx'
import type { SaveLimits } from '#features/moderation/ui/limits-dialog.tsx'
import { ModerateButton } from '#features/moderation/ui/moderate-button.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { formatCount, fullDay } from '#platform/format.ts'
import { fullTime } from '#platform/time-text.ts'
import type { SubjectPicture } from '../../contract.ts'
import { CaseContext } from '../../ui/case-context.tsx'
import { CaseReports } from '../../ui/case-reports.tsx'
import { subjectHeading } from '../../ui/report-texts.ts'
import { SubjectExcerpt } from '../../ui/subject-excerpt.tsx'
import type { PictureAct } from '../../ui/subject-pictures.tsx'
import type { QueueItem } from '../contract.ts'
import { api, queueSummary } from './api.ts'
import { useClaim } from './use-claim.ts'

/** Hides, removes or restores content by the operation of its feature; a person’s also removes the name. */
export type Moderate = Record<ContentKind, { call: (content: { id: string } & ModerationDecision) => Promise<unknown> }> & {
  person: { removeName: (person: { id: string } & Warning) => Promise<unknown> }
}

/** Locks or slows the discussion of a campaign. */
export type Limit = (campaignId: string, ...limits: Parameters<SaveLimits>) => Promise<unknown>

type CaseProps = { item: QueueItem; now: Date; isOpen: boolean; onOpen: () => void; moderate: Moderate; limit: Limit }

/** All reports about one piece of content. It is claimed while it has the focus. */
export function QueueCase({ item, now, isOpen, onOpen, moderate, limit }: CaseProps) {
  const { id, subject, isUrgent, reporters, openedAt, claim } = item
  const claimedBy = useClaim(id, isOpen)
  const other = claimedBy ?? (claim && !claim.isYours ? claim.by : null)
  const refetch = useRefetch()
  const pictureAct: PictureAct | undefined =
    other !== null || item.kind === 'picture'
      ? undefined
      : (picture, at, name) => (
          <span data-key={at === 0 ? 'p' : undefined}>
            <ModeratePicture picture={picture} name={name} moderate={moderate} onDecided={refetch} />
          </span>
        )
  return (
    <li
      tabIndex={-1}
      onFocus={onOpen}
      className={cx(
        'flex scroll-mt-24 flex-col gap-4 border-t-2 border-ink py-6 ps-4 -outline-offset-2',
        isOpen ? 'border-s-4 border-s-accent' : 'border-s-4 border-s-transparent',
      )}
    >
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {isUrgent && <Badge tone="active">{m.queue_urgent()}</Badge>}
        {reporters > 0
          ? m.queue_reporters({ count: reporters, shown: formatCount(reporters) })
          : (unreported[item.hidden?.state ?? ''] ?? m.queue_by_organizer)(nouns)}
        {' · '}
        <Moment at={openedAt} now={now} />
      </p>
      {item.replyTo && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]" dir="auto">
          {m.queue_reply_to({ name: item.replyTo.by, text: item.replyTo.excerpt })}
        </p>
      )}
      {subject ? <SubjectExcerpt subject={subject} isLinked={item.isOpenToYou} pictureAct={pictureAct} /> : <p>{m.queue_no_subject()}</p>}
      {item.isOpenToYou && <CaseContext kind={item.kind} query={api.context.queryOptions({ input: { id } })} />}
      {item.author && (
        <p className="text-sm text-muted">
          <a href={`/moderation/people?q=${item.author.id}`} data-key="s" className="link">
            {m.queue_author({ name: item.author.name })}
          </a>
        </p>
      )}
      {subject && !item.isOpenToYou && <p className="text-sm text-muted">{m.queue_private_place()}</p>}
      {(item.hidden?.state === 'hidden_by_organizer' || item.hidden?.state === 'hidden') && (
        <div className="[overflow-wrap:anywhere]">
          <p className="font-semibold">{item.hidden.state === 'hidden' ? m.queue_moderator_hid() : m.queue_organizer_hid()}</p>
          <p dir="auto">{m.moderation_why({ reason: item.hidden.reason })}</p>
        </div>
      )}
      {item.hidden?.state === 'hidden_by_reports' && <p className="font-semibold">{m.queue_reports_hid()}</p>}
      {item.hidden?.state === 'waiting' && (
        <div>
          <p className="font-semibold">{m.queue_waits_for()}</p>
          <p>{m.queue_author_reads({ reason: item.hidden.reason })}</p>
        </div>
      )}
      <CaseReports reports={item.reports} />
      {item.modsFirstUntil && (
        <p className="text-sm text-muted">{(subject ? m.queue_mods_first : m.queue_mods_only)({ time: fullTime(item.modsFirstUntil) })}</p>
      )}
      <History history={item.history} />
      {other !== null && (
        <p role="status" className="font-semibold">
          {m.queue_claimed({ name: other || m.notification_texts_somebody() })}
        </p>
      )}
      <Acts item={item} isBlocked={other !== null} moderate={moderate} limit={limit} />
    </li>
  )
}

type ModeratePictureProps = { picture: SubjectPicture; name: string; moderate: Moderate; onDecided: () => Promise<void> }

/** Decides about one picture of the content. The case of the content stays open. */
function ModeratePicture({ picture: { id, state }, name, moderate, onDecided }: ModeratePictureProps) {
  return (
    <ModerateButton
      text={m.queue_moderate_picture()}
      label={m.queue_moderate_picture_named({ name })}
      moderation={state && { state }}
      isAuthor={false}
      decide={async (decision) => {
        await moderate.picture.call({ id, ...decision })
        await onDecided()
      }}
      warn={async (warning) => {
        await api.warn.call({ kind: 'picture', id, ...warning })
        await onDecided()
      }}
    />
  )
}

/** The first line of a case without reporters. */
const unreported: Record<string, () => string> = { hidden: m.queue_by_moderator, waiting: m.queue_waits }

const states = {
  ...{ visible: m.queue_was_restored, kept: m.queue_was_kept, hidden: m.queue_was_hidden, removed: m.queue_was_removed },
  warned: m.queue_was_warned,
  ...{ hidden_by_organizer: m.queue_was_hidden_by_organizer, shown_by_organizer: m.queue_was_shown_by_organizer },
  ...{ hidden_by_reports: m.queue_was_hidden_by_reports, waiting: m.queue_was_waiting, returned: m.queue_was_returned, released: m.queue_was_released },
} as const

/** Earlier decisions and reports about the content and its author; nothing if there were none. */
function History({ history: { decisions, closedReports, authorDecisions } }: Pick<QueueItem, 'history'>) {
  const lines = [
    ...decisions.map(({ state, rule, byMods, decidedAt }) => {
      const text = byMods ? (state === 'kept' ? m.queue_was_kept_by_mods : m.queue_was_removed_by_mods) : states[state]
      return text({ date: fullDay(decidedAt) }) + (rule ? ` (${ruleText(rule)})` : '')
    }),
    ...(closedReports > 0 ? [m.queue_closed_reports({ count: closedReports, shown: formatCount(closedReports) })] : []),
    ...(authorDecisions > 0 ? [m.queue_author_decisions({ count: authorDecisions, shown: formatCount(authorDecisions) })] : []),
  ]
  if (lines.length === 0) return null
  return (
    <ul aria-label={m.queue_history()} className="text-sm text-muted">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

const keepProblems: Record<string, () => string> = { CLAIMED: m.queue_keep_claimed, CONTENT_CHANGED: m.queue_keep_changed }

/** Reads the queue again after a decision. */
function useRefetch(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([api.list.key(), queueSummary().queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
}

type ActsProps = { item: QueueItem; isBlocked: boolean; moderate: Moderate; limit: Limit }

function Acts({ item: { kind, subjectId, subject, isOpenToYou, version, hidden, discussion }, isBlocked, moderate, limit }: ActsProps) {
  const refetch = useRefetch()
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  const operation = kind === 'target' ? null : moderate[kind]
  async function keep() {
    setSaving(true)
    await api.keep.call({ kind, id: subjectId, ...(version !== null && { version }) }).catch((error: unknown) => {
      const text = (keepProblems[refusalOf(error)?.code ?? ''] ?? m.queue_keep_failed)()
      toast({ text, tone: 'problem' })
    })
    await refetch()
    setSaving(false)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {subject && isOpenToYou && (
        <a href={subject.path} data-key="o" className={buttonClass()}>
          {m.queue_open()}
        </a>
      )}
      {subject && hidden?.state !== 'hidden' && (
        <Button pending={isSaving} disabled={isBlocked} data-key="d" onClick={() => void keep()}>
          {m.queue_keep()}
        </Button>
      )}
      {subject && kind !== 'target' && operation && !isBlocked && (
        <span data-key="m">
          <ModerateButton
            label={m.queue_moderate({ subject: subjectHeading(subject).kind })}
            moderation={hidden}
            isAuthor={false}
            decide={async (decision) => {
              await operation.call({ id: subjectId, ...decision })
              await refetch()
            }}
            removeName={
              kind === 'person'
                ? async (why) => {
                    await moderate.person.removeName({ id: subjectId, ...why })
                    await refetch()
                  }
                : undefined
            }
            warn={
              hidden?.state === 'hidden'
                ? undefined
                : async (warning) => {
                    await api.warn.call({ kind, id: subjectId, ...(version !== null && { version }), ...warning })
                    await refetch()
                  }
            }
          />
        </span>
      )}
      {subject && discussion && (
        <span data-key="l">
          <LimitsButton
            limits={discussion}
            save={async (limits, reason) => {
              await limit(discussion.campaignId, limits, reason)
              await refetch()
            }}
          />
        </span>
      )}
    </div>
  )
}
