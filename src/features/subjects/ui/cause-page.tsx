import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '#messages'
import { AllTargets } from './all-targets.tsx'
import { causeBy, type Subject } from './api.ts'
import { CommonAlternatives } from './around.tsx'
import { Campaigns } from './campaigns.tsx'
import { Columns } from './columns.tsx'
import { Head } from './head.tsx'
import { Overview } from './overview.tsx'
import { Plots } from './plots-still.tsx'
import type { SubjectSearch } from './subject-search.ts'
import { Banner, Tiles } from './tiles.tsx'

/** A cause: its campaigns, and the targets that they are about. */
export function CausePage({ slug, search }: { slug: string; search: SubjectSearch }) {
  const { data: cause } = useSuspenseQuery(causeBy(slug))
  const { name, description, numbers } = cause
  const subject: Subject = { kind: 'causes', slug, name }
  return (
    <article>
      <Head
        subject={subject}
        trail={[
          <Link key="explore" to="/explore">
            {m.subjects_explore()}
          </Link>,
          <Link key="causes" to="/causes">
            {m.subjects_causes()}
          </Link>,
        ]}
      />
      <Tiles numbers={numbers} of="other" />
      <Banner supporters={numbers.supporters} />
      <Columns subject={subject}>
        <Overview text={description || m.subjects_cause_description({ name })} />
        <Campaigns subject={subject} search={search} />
        <CommonAlternatives subject={subject} />
        <AllTargets subject={subject} search={search} />
        <Plots subject={subject} />
      </Columns>
    </article>
  )
}
