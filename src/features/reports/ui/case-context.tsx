import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Button } from '#design/button.tsx'
import { m } from '#messages'
import { fullTime } from '#platform/time-text.ts'
import type { ContextLine } from '../contract.ts'
import type { ReportKind } from '../terms.ts'

const kindsWithContext: readonly ReportKind[] = ['comment', 'chat_message', 'post']

const headings: Record<ContextLine['place'], (names: { name: string }) => string> = {
  community: m.reports_context_community,
  post: m.reports_context_post,
  parent: m.reports_context_parent,
  before: m.reports_context_before,
  after: m.reports_context_after,
}

type CaseContextProps = { kind: ReportKind; query: UseQueryOptions<{ lines: ContextLine[] }> }

/** A button that shows what is around reported content. It is read when the button is pressed, so that the list of cases stays fast. */
export function CaseContext({ kind, query }: CaseContextProps) {
  const [isOpen, setOpen] = useState(false)
  const { data, isError } = useQuery({ ...query, enabled: isOpen })
  if (!kindsWithContext.includes(kind)) return null
  return (
    <div className="flex flex-col items-start gap-3">
      <Button size="sm" tone="quiet" data-key="c" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? m.reports_context_hide() : m.reports_context_show()}
      </Button>
      {isOpen && data && <Lines lines={data.lines} />}
      {isOpen && isError && <p role="alert">{m.reports_context_failed()}</p>}
    </div>
  )
}

/** The lines in the order of time, with a mark for the place of the reported content. */
function Lines({ lines }: { lines: readonly ContextLine[] }) {
  if (lines.length === 0) return <p className="text-sm text-muted">{m.reports_context_none()}</p>
  const firstAfter = lines.find(({ place }) => place === 'after')
  return (
    <ol className="flex flex-col gap-3 border-s-4 border-line ps-4 text-sm [overflow-wrap:anywhere]">
      {lines.map((line) => (
        <Fragment key={line.id}>
          {line === firstAfter && <li className="font-semibold">{m.reports_context_here()}</li>}
          <li>
            <p className="text-muted">
              {headings[line.place]({ name: line.by })}
              {line.place !== 'community' && ` · ${fullTime(line.sentAt)}`}
            </p>
            <p className="whitespace-pre-line" dir="auto">
              {line.text}
            </p>
          </li>
        </Fragment>
      ))}
    </ol>
  )
}
