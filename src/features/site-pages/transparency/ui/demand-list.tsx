import { Cell, Row, Table } from '#design/table.tsx'
import type { ContentKind } from '#features/moderation/terms.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { monthName } from '#platform/format.ts'
import type { ListedDemand } from '../contract.ts'

export const kindTexts: Record<ContentKind, () => string> = {
  campaign: () => nouns.noun,
  comment: m.transparency_about_comment,
  update: m.transparency_about_update,
  chat_message: m.transparency_about_chat_message,
  post: m.transparency_about_post,
  community: m.transparency_about_community,
  person: m.transparency_about_person,
  company_statement: m.transparency_about_company_statement,
  picture: m.transparency_about_picture,
}

const unnamed = { government: m.transparency_unnamed_government, company: m.transparency_unnamed_company } as const
const outcomes = { removed: m.transparency_demand_removed, refused: m.transparency_demand_refused } as const

/** The latest demands of companies and governments, with what was done. */
export function DemandList({ demands }: { demands: readonly ListedDemand[] }) {
  if (demands.length === 0) return <p className="text-muted">{m.transparency_demands_none()}</p>
  const heads = [m.transparency_demand_by(), m.transparency_month(), m.transparency_demand_about(), m.transparency_demand_outcome()] as const
  return (
    <>
      <p className="mb-4 max-w-prose text-muted">{m.transparency_demands_lead()}</p>
      <Table title={m.transparency_demands_all()} heads={heads}>
        {demands.map(({ by, from, month, about, outcome }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list names no demand by an id, and its entries never change.
          <Row key={n} name={<span dir="auto">{by ?? unnamed[from]()}</span>}>
            <Cell head={heads[1]}>{monthName(month)}</Cell>
            <Cell head={heads[2]}>{about ? kindTexts[about]() : m.transparency_about_other()}</Cell>
            <Cell head={heads[3]}>{outcomes[outcome]()}</Cell>
          </Row>
        ))}
      </Table>
    </>
  )
}
