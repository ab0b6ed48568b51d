import { m } from '#messages'
import { Section } from './section.tsx'

export function Overview({ text }: { text: string }) {
  return (
    <Section id="overview" title={m.subjects_overview()}>
      <p dir="auto" className="max-w-prose text-lg whitespace-pre-line [overflow-wrap:anywhere]">
        {text}
      </p>
    </Section>
  )
}
