import { Link } from '@tanstack/react-router'
import { Section } from '#design/section.tsx'
import type { EntryNumbers } from '#features/pledges/tallies/contract.ts'
import { m } from '#messages'
import { AllTargets } from './all-targets.tsx'
import { CommonAlternatives } from './around.tsx'
import { Campaigns } from './campaigns.tsx'
import { Columns } from './columns.tsx'
import { Head } from './entry-head.tsx'
import type { EntrySearch } from './entry-search.ts'
import { entryTexts, type GroupKind } from './entry-texts.ts'
import { GrowthPlot } from './growth-plot.tsx'
import { Tiles } from './tiles.tsx'

type EntryPageProps = {
  kind: GroupKind
  entry: { slug: string; name: string; description: string; numbers: EntryNumbers; isVerified: boolean }
  search: EntrySearch
}

/** The page of an industry or a cause. */
export function EntryPage({ kind, entry: { slug, name, description, numbers, isVerified }, search }: EntryPageProps) {
  const subject = { kind, slug, name }
  return (
    <article>
      <Head
        subject={subject}
        isVerified={isVerified}
        trail={[
          <Link key="explore" to="/explore">
            {m.directory_explore()}
          </Link>,
          <Link key={kind} to={`/${kind}`}>
            {entryTexts[kind].all()}
          </Link>,
        ]}
      />
      <Tiles numbers={numbers} of="other" />
      <Columns subject={subject}>
        <Overview text={description || entryTexts[kind].description({ name })} />
        <Campaigns subject={subject} search={search} />
        <CommonAlternatives subject={subject} />
        <AllTargets subject={subject} search={search} />
        <GrowthPlot subject={subject} />
      </Columns>
    </article>
  )
}

function Overview({ text }: { text: string }) {
  return (
    <Section id="overview" title={m.directory_overview()}>
      <p dir="auto" className="max-w-prose text-lg whitespace-pre-line [overflow-wrap:anywhere]">
        {text}
      </p>
    </Section>
  )
}
