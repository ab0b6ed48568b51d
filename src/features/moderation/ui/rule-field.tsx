import { SelectField } from '#design/choice-field.tsx'
import { m } from '#messages'
import { ruleText } from '../rule-text.ts'
import { type Rule, rules } from '../terms.ts'

type RuleFieldProps = { rule: Rule | undefined; onChange: (rule: Rule | undefined) => void; error: string | undefined }

/** Asks for the rule on which a decision rests. */
export function RuleField({ rule, onChange, error }: RuleFieldProps) {
  return (
    <SelectField
      label={m.moderation_rule()}
      value={rule ?? ''}
      onChange={({ target }) => onChange(rules.find((each) => each === target.value))}
      error={error}
      options={[{ value: '', label: m.moderation_rule_choose() }, ...rules.map((each) => ({ value: each, label: ruleText(each) }))]}
    />
  )
}
