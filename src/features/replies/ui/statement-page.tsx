import { useQuery } from '@tanstack/react-query'
import { EmptyPage } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { fullDay } from '#platform/format.ts'
import { statementOf } from './api.ts'

/** The statement of a company on a campaign, with its earlier texts. */
export function StatementVersions({ campaign: { id, slug, title } }: { campaign: { id: string; slug: string; title: string } }) {
  const { data } = useQuery(statementOf(id))
  if (!data) return <NoCompanyStatement />
  const { company, domain, body, postedAt, updatedAt, earlier } = data
  return (
    <div className="page-column py-6 md:py-10 [overflow-wrap:anywhere]">
      <h1 dir="auto" className="type-title text-3xl">
        {m.replies_versions({ name: company })}
      </h1>
      <p className="mt-2 text-muted">{m.replies_statement_posted({ domain, date: fullDay(postedAt) })}</p>
      <p className="mt-2">
        <a href={`/campaigns/${slug}#company`} className="link" dir="auto">
          {title}
        </a>
      </p>
      <Version title={m.replies_version_now({ date: fullDay(updatedAt) })} body={body} />
      {earlier.map((version) => (
        <Version key={version.id} title={m.replies_version_before({ date: fullDay(version.writtenAt) })} body={version.body} />
      ))}
    </div>
  )
}

function Version({ title, body }: { title: string; body: string }) {
  return (
    <section className="mt-8 border-t border-line pt-4">
      <h2 className="font-semibold">{title}</h2>
      <p dir="auto" className="mt-2 max-w-prose whitespace-pre-line">
        {body}
      </p>
    </section>
  )
}

export const NoCompanyStatement = () => <EmptyPage title={m.replies_no_statement()}>{m.replies_no_statement_text()}</EmptyPage>

export const NobodyToAsk = () => <EmptyPage title={m.replies_ask_none()}>{m.replies_ask_none_text(nouns)}</EmptyPage>
