import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { m } from '#messages'
import { AllTargets } from './all-targets.tsx'
import { industryBy, type Subject } from './api.ts'
import { CommonAlternatives } from './around.tsx'
import { Campaigns } from './campaigns.tsx'
import { Columns } from './columns.tsx'
import { Head } from './head.tsx'
import { Overview } from './overview.tsx'
import { Plots } from './plots-still.tsx'
import type { SubjectSearch } from './subject-search.ts'
import { Banner, Tiles } from './tiles.tsx'

/** An industry: its campaigns, and all its targets. */
export function IndustryPage({ slug, search }: { slug: string; search: SubjectSearch }) {
  const { data: industry } = useSuspenseQuery(industryBy(slug))
  const { name, description, numbers } = industry
  const subject: Subject = { kind: 'industries', slug, name }
  return (
    <article>
      <Head
        subject={subject}
        trail={[
          <Link key="explore" to="/explore">
            {m.subjects_explore()}
          </Link>,
          <Link key="industries" to="/industries">
            {m.subjects_industries()}
          </Link>,
        ]}
      />
      <Tiles numbers={numbers} of="other" />
      <Banner supporters={numbers.supporters} />
      <Columns subject={subject}>
        <Overview text={description || m.subjects_industry_description({ name })} />
        <Campaigns subject={subject} search={search} />
        <CommonAlternatives subject={subject} />
        <AllTargets subject={subject} search={search} />
        <Plots subject={subject} />
      </Columns>
    </article>
  )
}
