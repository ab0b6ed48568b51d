import { Section } from '#design/section.tsx'
import { m } from '#messages'

export function Overview({ text }: { text: string }) {
  return (
    <Section id="overview" title={m.directory_overview()}>
      <p dir="auto" className="max-w-prose text-lg whitespace-pre-line [overflow-wrap:anywhere]">
        {text}
      </p>
    </Section>
  )
}
