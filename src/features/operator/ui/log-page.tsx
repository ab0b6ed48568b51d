import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { LoadMore } from '#design/load-more.tsx'
import { TabLinks, tabLinkClass } from '#design/navigation.tsx'
import { Page, PageLoading } from '#design/page-states.tsx'
import { EmptyState } from '#design/states.tsx'
import { TextField } from '#design/text-field.tsx'
import { Moment, useNow } from '#design/time.tsx'
import { FailedPage } from '#features/site/ui/error-page.tsx'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import { formatCount } from '#platform/format.ts'
import type { LoggedAct } from '../contract.ts'
import { csvActs, type LogFilter, logFilters } from '../terms.ts'
import { type LogSearch, loggedPages } from './api.ts'
import { actText } from './words.ts'

/** The audit log: who has used a privilege, when, about what, and why. `typed` is the text from which `person` was read. */
export function LogPage({ cursor, by, person, typed }: LogSearch & { cursor?: string | undefined; typed?: string | undefined }) {
  const list = useInfiniteQuery(loggedPages({ by, person }, cursor))
  const now = useNow(list.dataUpdatedAt || undefined)
  const isUnknown = typed !== undefined && typed.trim() !== '' && person === undefined
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page title={m.operator_log()} lead={m.operator_log_lead()}>
      <TabLinks label={m.operator_log_filters()} className="mt-8">
        {logFilters.map((each) => (
          <Link
            key={each}
            to="/operator/$page"
            params={{ page: 'log' }}
            search={{ filter: filterIn(each), person: person ?? typed }}
            activeOptions={{ exact: true, includeSearch: true }}
            className={tabLinkClass}
            aria-current={each === by ? 'page' : undefined}
          >
            {each === 'site' ? m.operator_log_by_site() : m.operator_log_by_all()}
          </Link>
        ))}
      </TabLinks>
      <form action="/operator/log" className="mt-6 flex flex-wrap items-end gap-3">
        <TextField
          key={typed}
          name="person"
          label={m.operator_log_person()}
          hint={m.operator_log_person_hint()}
          error={isUnknown ? m.operator_log_person_unknown() : undefined}
          defaultValue={person ?? typed}
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
          className="min-w-0 grow basis-64"
        />
        {by !== 'site' && <input type="hidden" name="filter" value={by} />}
        <button type="submit" className={buttonClass()}>
          {m.operator_log_show()}
        </button>
      </form>
      {!isUnknown && (
        <>
          <p className="mt-4 mb-6">
            <a href={`/api/v1/jobs/log.csv${stringifySearch({ by, person })}`} className="link inline-flex min-h-11 items-center font-semibold">
              {m.operator_log_csv({ count: formatCount(csvActs) })}
            </a>
          </p>
          {list.data && items.length === 0 ? (
            <EmptyState title={m.operator_log_empty()} className="mt-8" />
          ) : (
            <ul>
              {items.map((act) => (
                <Row key={act.id} act={act} now={now} />
              ))}
            </ul>
          )}
          <LoadMore list={list} hrefFrom={(next) => `/operator/log${stringifySearch({ filter: filterIn(by), person, cursor: next })}`} />
        </>
      )}
    </Page>
  )
}

/** The filter as the page's address has it. */
const filterIn = (by: LogFilter) => (by === 'site' ? undefined : by)

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
