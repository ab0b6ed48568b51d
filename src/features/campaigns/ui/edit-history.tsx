import { Link } from '@tanstack/react-router'
import { EmptyState } from '#design/states.tsx'
import { Moment } from '#design/time.tsx'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import type { CampaignEditInFull } from '../contract.ts'
import { fieldName, valueTexts } from './edit-words.ts'

type Edit = { id: string; editedAt: Date; fields: readonly string[] }
type EditHistoryProps = {
  /** `slug` is the result of `addressPart`. */
  campaign: { slug: string; title: string }
  edits: readonly Edit[]
  nextCursor: string | null
  cursor: string | undefined
  /** The edit that is shown in full. */
  entry: CampaignEditInFull | null
}

/** Changes after publication, newest first; each opens to show the values before and after. It consists of links, so it works without JavaScript. */
export function EditHistory({ campaign: { slug, title }, edits, nextCursor, cursor, entry }: EditHistoryProps) {
  return (
    <div className="page-column pt-4 pb-12">
      <p>
        <Link to="/campaigns/$slug" params={{ slug }} className="link inline-flex min-h-11 items-center text-sm [overflow-wrap:anywhere]">
          {title}
        </Link>
      </p>
      <h1 className="type-title text-3xl">{m.history_title()}</h1>
      <p className="mt-2 max-w-prose text-muted">{m.history_lead()}</p>
      {edits.length === 0 && <EmptyState title={m.history_none()} className="mt-6" />}
      <ol className="mt-6 max-w-page border-t-2 border-ink">
        {edits.map((edit) => {
          const isOpen = edit.id === entry?.id
          return (
            <li key={edit.id} id={edit.id} className="scroll-mt-24 border-b border-line py-3">
              <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                <Moment at={edit.editedAt} className="font-semibold" />
                <p className="grow text-muted">{[...edit.fields].map(fieldName).sort().join(', ')}</p>
                <Link
                  to="/campaigns/$slug/history"
                  params={{ slug }}
                  search={{ cursor, edit: isOpen ? undefined : edit.id }}
                  hash={edit.id}
                  resetScroll={false}
                  aria-label={isOpen ? undefined : m.history_show_of({ day: fullDay(edit.editedAt) })}
                  className="link inline-flex min-h-11 items-center font-semibold"
                >
                  {isOpen ? m.history_hide() : m.history_show()}
                </Link>
              </div>
              {isOpen && <Changes changes={entry.changes} />}
            </li>
          )
        })}
      </ol>
      {nextCursor && (
        <p className="mt-4">
          <Link
            to="/campaigns/$slug/history"
            params={{ slug }}
            search={{ cursor: nextCursor }}
            className="link inline-flex min-h-11 items-center font-semibold"
          >
            {m.history_older()}
          </Link>
        </p>
      )}
    </div>
  )
}

function Changes({ changes }: { changes: CampaignEditInFull['changes'] }) {
  return (
    <div className="flex flex-col gap-5 pt-2 pb-3">
      {changes.map(({ field, before, after }) => (
        <section key={field} aria-label={fieldName(field)}>
          <h2 className="type-title text-lg">{fieldName(field)}</h2>
          <dl className="mt-1 grid gap-x-8 gap-y-3 md:grid-cols-2">
            <Side label={m.history_before()} texts={valueTexts(field, before)} />
            <Side label={m.history_after()} texts={valueTexts(field, after)} />
          </dl>
        </section>
      ))}
    </div>
  )
}

function Side({ label, texts }: { label: string; texts: readonly string[] }) {
  const numbered = texts.map((text, index) => ({ number: index + 1, text }))
  return (
    <div className="min-w-0 border-s-2 border-line ps-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex flex-col gap-1">
        {numbered.length === 0 && <span className="text-muted">{m.history_nothing()}</span>}
        {numbered.map(({ number, text }) => (
          <p key={number} dir="auto" className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
            {text}
          </p>
        ))}
      </dd>
    </div>
  )
}
