import { Fragment } from 'react'
import { markedParts } from '#platform/words.ts'

/** A text in which the words of the search are highlighted. */
export function Marked({ text, query }: { text: string; query: string }) {
  return markedParts(text, query).map((part) =>
    part.isMatch ? (
      <mark key={part.at} className="bg-transparent text-inherit underline decoration-accent decoration-2 underline-offset-2">
        {part.text}
      </mark>
    ) : (
      <Fragment key={part.at}>{part.text}</Fragment>
    ),
  )
}
