import { useQuery } from '@tanstack/react-query'
import { Section } from '#design/section.tsx'
import { GrowthFigure } from '#features/campaigns/growth/ui/growth-figure.tsx'
import { m } from '#messages'
import { type DirectoryEntry, growthOf } from './api.ts'

/** Supporters of an entry over time. Nothing while there are too few steps for a plot. */
export function GrowthPlot({ subject }: { subject: DirectoryEntry }) {
  const { data } = useQuery(growthOf(subject))
  if (!data?.plot) return null
  return (
    <Section id="growth" title={m.directory_growth()}>
      <GrowthFigure growth={data} />
      <p className="text-sm text-muted">{m.directory_growth_note()}</p>
    </Section>
  )
}
