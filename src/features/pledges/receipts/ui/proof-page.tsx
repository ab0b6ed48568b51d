import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadMore } from '#design/load-more.tsx'
import { Section } from '#design/section.tsx'
import { Cell, Row, Table } from '#design/table.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount, fullDay } from '#platform/format.ts'
import type { DailyList } from '../contract.ts'
import { leavesDays, listedFrom } from '../terms.ts'
import { dailyLists } from './api.ts'
import { CheckList } from './check-list.tsx'
import { OwnReceipt } from './own-receipt.tsx'

/** Page of the daily lists of a campaign's pledges, and the viewer's own receipt. */
export function ProofPage({ campaign }: { campaign: { id: string; slug: string; title: string } }) {
  const { id, slug, title } = campaign
  const lists = useSuspenseInfiniteQuery(dailyLists(id))
  const items = lists.data.pages.flatMap((page) => page.items)
  const [latest] = items
  return (
    <article className="page-column pt-4 pb-12">
      <p>
        <Link to="/campaigns/$slug" params={{ slug }} className="link inline-flex min-h-11 items-center text-sm [overflow-wrap:anywhere]">
          {title}
        </Link>
      </p>
      <h1 className="type-title mt-2 text-3xl">{m.receipts_title()}</h1>
      <p className="mt-3 max-w-prose text-lg">{m.receipts_says()}</p>
      <div className="mt-8 flex flex-col gap-8">
        {latest ? <Latest campaignId={id} list={latest} /> : <p className="text-muted">{m.receipts_no_lists()}</p>}
        <Section id="own" title={m.receipts_own()} size="md">
          <p className="mb-3 max-w-prose text-muted">{m.receipts_own_lead()}</p>
          <OwnReceipt campaign={campaign} />
        </Section>
        <Section id="outside" title={m.receipts_outside()} size="md">
          <p className="max-w-prose">{m.receipts_outside_text()}</p>
        </Section>
        {latest && (
          <PastLists campaignId={id} lists={items}>
            <LoadMore list={lists} />
          </PastLists>
        )}
      </div>
    </article>
  )
}

function Latest({ campaignId, list }: { campaignId: string; list: DailyList }) {
  const { day, pledges, root, hasLeaves } = list
  return (
    <Section id="latest" title={m.receipts_latest({ day: fullDay(day) })} size="md">
      {pledges === null ? (
        <p className="max-w-prose">{m.receipts_small({ count: formatCount(listedFrom) })}</p>
      ) : (
        <p className="max-w-prose">
          <strong>{m.receipts_latest_pledges({ count: pledges, total: formatCount(pledges) })}</strong> {m.receipts_latest_means(nouns)}
        </p>
      )}
      <p className="mt-2 text-muted">{m.receipts_root()}</p>
      <p className="font-mono [overflow-wrap:anywhere]">{root}</p>
      {hasLeaves && <CheckList campaignId={campaignId} list={list} />}
    </Section>
  )
}

function PastLists({ campaignId, lists, children }: { campaignId: string; lists: readonly DailyList[]; children: ReactNode }) {
  return (
    <Section id="past" title={m.receipts_all()} size="md">
      <p className="mb-3 max-w-prose text-muted">{m.receipts_all_text({ days: leavesDays })}</p>
      <Table title={m.receipts_all()} heads={[m.receipts_day(), m.receipts_pledges(), m.receipts_root()]}>
        {lists.map(({ day, pledges, root }) => (
          <Row key={day} name={fullDay(day)}>
            <Cell head={m.receipts_pledges()}>{pledges === null ? m.receipts_under({ count: formatCount(listedFrom) }) : formatCount(pledges)}</Cell>
            <Cell head={m.receipts_root()}>
              <span className="font-mono text-sm [overflow-wrap:anywhere]">{root}</span>
            </Cell>
          </Row>
        ))}
      </Table>
      {children}
      <p className="mt-2">
        <a href={`/api/v1/campaigns/${campaignId}/lists?limit=100`} className="link inline-flex min-h-11 items-center">
          {m.receipts_json()}
        </a>
      </p>
    </Section>
  )
}
