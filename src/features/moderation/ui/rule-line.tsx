import { ruleLine } from '../rule-text.ts'
import type { Rule } from '../terms.ts'

/** A rule with its number, linked to its text. Nothing for decisions that name none. */
export function RuleLine({ rule }: { rule: Rule | null }) {
  const line = ruleLine(rule)
  if (line === null) return null
  return (
    <a href={`/rules#${rule}`} className="link">
      {line}
    </a>
  )
}
