import { Cell, Row, Table } from '#design/table.tsx'
import { ruleText } from '#features/moderation/rule-text.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { fullDay } from '#platform/format.ts'
import type { CampaignDecision } from '../contract.ts'

const decisionText = {
  hidden: m.transparency_was_hidden,
  removed: m.transparency_was_removed,
  kept: m.transparency_was_kept,
  warned: m.transparency_was_warned,
  visible: m.transparency_was_restored,
  hidden_with_creator: m.transparency_was_hidden_with_creator,
  restored_with_creator: m.transparency_was_restored_with_creator,
  ended: m.transparency_was_ended,
} as const

const askerText = {
  reporters: m.transparency_asked_reporters,
  author: m.transparency_asked_author,
  government: m.transparency_asked_government,
  company: m.transparency_asked_company,
  moderators: m.transparency_asked_moderators,
} as const

const outcomeText = {
  in_force: m.transparency_outcome_in_force,
  appealed: m.transparency_outcome_appealed,
  upheld: m.transparency_outcome_upheld,
  reversed: m.transparency_outcome_reversed,
  restored: m.transparency_outcome_restored,
  replaced: m.transparency_outcome_replaced,
} as const

/** The latest decisions about campaigns, with what became of those that hid something. */
export function CampaignDecisions({ decisions }: { decisions: readonly CampaignDecision[] }) {
  if (decisions.length === 0) return <p className="text-muted">{m.transparency_campaigns_none(nouns)}</p>
  const heads = [m.transparency_day(), m.transparency_decision(), m.transparency_rule(), m.transparency_asked(), m.transparency_outcome()] as const
  return (
    <Table title={m.transparency_campaigns(nouns)} heads={heads}>
      {decisions.map(({ decided_on: decidedOn, decision, rule, asked_by: askedBy, outcome }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the log names no decision, and its order never changes.
        <Row key={n} name={fullDay(decidedOn)}>
          <Cell head={heads[1]}>{decisionText[decision]()}</Cell>
          <Cell head={heads[2]}>{rule ? ruleText(rule) : m.transparency_none()}</Cell>
          <Cell head={heads[3]}>{askedBy ? askerText[askedBy]() : m.transparency_none()}</Cell>
          <Cell head={heads[4]}>{outcome ? outcomeText[outcome]() : m.transparency_none()}</Cell>
        </Row>
      ))}
    </Table>
  )
}
