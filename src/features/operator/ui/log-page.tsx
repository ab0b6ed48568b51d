import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LoadMore } from '#design/load-more.tsx'
import { TabLinks, tabLinkClass } from '#design/navigation.tsx'
import { Page, PageLoading } from '#design/page-states.tsx'
import { EmptyState } from '#design/states.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { FailedPage } from '#features/site/ui/public.ts'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import type { LoggedAct } from '../contract.ts'
import { type LogFilter, logFilters } from '../terms.ts'
import { loggedPages } from './api.ts'
import { actText } from './words.ts'

/** The audit log: who has used a privilege, when, about what, and why. */
export function LogPage({ cursor, by }: { cursor?: string | undefined; by: LogFilter }) {
  const list = useInfiniteQuery(loggedPages(by, cursor))
  const now = useNow(list.dataUpdatedAt || undefined)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page title={m.operator_log()} lead={m.operator_log_lead()}>
      <TabLinks label={m.operator_log_filters()} className="mt-8">
        {logFilters.map((each) => (
          <Link
            key={each}
            to="/operator/$page"
            params={{ page: 'log' }}
            search={each === 'site' ? {} : { filter: each }}
            activeOptions={{ exact: true, includeSearch: true }}
            className={tabLinkClass}
            aria-current={each === by ? 'page' : undefined}
          >
            {each === 'site' ? m.operator_log_by_site() : m.operator_log_by_all()}
          </Link>
        ))}
      </TabLinks>
      {list.data && items.length === 0 ? (
        <EmptyState title={m.operator_log_empty()} className="mt-8" />
      ) : (
        <ul>
          {items.map((act) => (
            <Row key={act.id} act={act} now={now} />
          ))}
        </ul>
      )}
      <LoadMore list={list} hrefFrom={(next) => `/operator/log${stringifySearch({ filter: by === 'site' ? undefined : by, cursor: next })}`} />
    </Page>
  )
}

function Row({ act: { at, by, action, subject, details, reason }, now }: { act: LoggedAct; now: Date }) {
  return (
    <li className="border-b border-line py-3 [overflow-wrap:anywhere]">
      <p className="font-semibold">{actText(action)}</p>
      <p className="text-sm text-muted">
        {by ? (
          <a href={`/moderation/people?q=${by.id}`} className="link">
            {by.name}
          </a>
        ) : (
          m.operator_log_command()
        )}
        {' · '}
        <Moment at={at} now={now} />
      </p>
      {reason !== '' && (
        <p className="mt-1 max-w-prose" dir="auto">
          {reason}
        </p>
      )}
      <dl className="mt-1 flex flex-wrap gap-x-4 font-mono text-xs text-muted">
        {[...(subject.id === null ? [] : [{ name: subject.kind, value: subject.id }]), ...details].map(({ name, value }) => (
          <div key={name} className="flex gap-1">
            <dt className="shrink-0">{name}:</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

export const LogLoading = () => <PageLoading parts={[4, 4, 4]} />

export const LogFailed = ({ reset }: { reset: () => void }) => <FailedPage reset={reset}>{m.operator_log_failed()}</FailedPage>
