import { SelectField } from '#design/choice-field.tsx'
import { m } from '#messages'
import { ruleText } from '../rule-text.ts'
import { rules } from '../terms.ts'

type RuleFieldProps = { rule: string; onChange: (rule: string) => void; isMissing: boolean }

/** Asks for the rule on which a decision rests. */
export function RuleField({ rule, onChange, isMissing }: RuleFieldProps) {
  return (
    <SelectField
      label={m.moderation_rule()}
      value={rule}
      onChange={({ target }) => onChange(target.value)}
      error={isMissing ? m.moderation_rule_missing() : undefined}
      options={[{ value: '', label: m.moderation_rule_choose() }, ...rules.map((each) => ({ value: each, label: ruleText(each) }))]}
    />
  )
}
