import { m } from '#messages'
import { lengthOf } from '#platform/text.ts'

/** Help that stands, and "(minimum N)" while something, but too little, is typed. */
export function MinimumHint({ text, typed, minimum }: { text: string; typed: string; minimum: number }) {
  const length = lengthOf(typed)
  return (
    <>
      {text}
      {length > 0 && length < minimum && <strong className="text-ink"> {m.wizard_minimum({ count: minimum })}</strong>}
    </>
  )
}
