import { m } from '#messages'
import { lengthOf } from '#platform/text.ts'

type AdviceProps = { text: string; example: string; typed?: string; minimum?: number }

/** The hint of a field: advice, "(minimum N)" while the typed text is too short, and an example. */
export function Advice({ text, example, typed = '', minimum = 0 }: AdviceProps) {
  const length = lengthOf(typed)
  return (
    <>
      {text}
      {length > 0 && length < minimum && <strong className="text-ink"> {m.wizard_minimum({ count: minimum })}</strong>}
      <span className="block">{m.wizard_example({ example })}</span>
    </>
  )
}
