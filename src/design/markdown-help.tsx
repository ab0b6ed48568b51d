import { ChevronDown } from 'lucide-react'
import { m } from '#messages'

const examples = [m.design_markdown_bold, m.design_markdown_link, m.design_markdown_list, m.design_markdown_heading, m.design_markdown_quote]

/** Examples of Markdown, one line each; collapsed at first. */
export function MarkdownHelp() {
  return (
    <details className="text-sm text-muted">
      <summary className="inline-flex min-h-11 items-center gap-1 hover:text-ink">
        {m.design_markdown()}
        <ChevronDown className="turns size-4" aria-hidden="true" />
      </summary>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 pb-2 font-mono text-xs">
        {examples.map((example) => (
          <li key={example.name}>{example()}</li>
        ))}
      </ul>
    </details>
  )
}
