import { Fragment, type ReactNode } from 'react'

/**
 * Renders a long text of the message catalogue: paragraphs separated by an empty line, lists of lines that begin with "- ", **strong** words and
 * [links](/address).
 */
export function Written({ text }: { text: string }) {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n')
    if (!lines.every((line) => line.startsWith('- ')))
      return (
        <p key={block} className="mt-3">
          {inline(block)}
        </p>
      )
    return (
      <ul key={block} className="mt-3 list-disc space-y-2 ps-5 marker:text-accent-text">
        {lines.map((line) => (
          <li key={line}>{inline(line.slice(2))}</li>
        ))}
      </ul>
    )
  })
}

const marked = /\*\*(?<strong>.+?)\*\*|\[(?<label>[^\]]+)\]\((?<href>[^)]+)\)/g

function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let from = 0
  for (const { index, 0: whole, groups } of text.matchAll(marked)) {
    parts.push(text.slice(from, index), groups?.strong === undefined ? linkTo(index, groups) : <strong key={index}>{groups.strong}</strong>)
    from = index + whole.length
  }
  return [...parts, <Fragment key="rest">{text.slice(from)}</Fragment>]
}

const linkTo = (key: number, groups: { [name: string]: string } | undefined) => (
  <a key={key} href={groups?.href} className="link wrap-anywhere">
    {groups?.label}
  </a>
)
