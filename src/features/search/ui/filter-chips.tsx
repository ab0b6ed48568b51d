import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { Chips } from '#design/chips.tsx'
import { m } from '#messages'
import { namesIn } from '#platform/name-list.ts'
import { privacyTexts, statusTexts } from './filter-texts.ts'
import { amongKind, isFiltered, kindOf, type PageSearch, readPageSearch, type Texts } from './page-search.ts'

/** The active filters, each as a link to the same search without it. */
export function FilterChips({ search, targetName }: { search: PageSearch; targetName: string | null }) {
  if (!isFiltered(search)) return null
  return (
    <Chips
      label={m.search_filters_active()}
      chips={chipsOf(search, targetName).map(({ without, ...chip }) => ({
        ...chip,
        link: (look) => <Link to="/search" search={without} resetScroll={false} activeOptions={{ exact: true, includeSearch: true }} {...look} />,
      }))}
    >
      <Link
        to="/search"
        search={{ ...amongKind(search, kindOf(search)), sort: search.sort }}
        resetScroll={false}
        activeOptions={{ exact: true, includeSearch: true }}
        className={buttonClass({ tone: 'quiet', size: 'sm' })}
      >
        {m.search_filter_clear()}
      </Link>
    </Chips>
  )
}

function chipsOf(search: PageSearch, targetName: string | null) {
  const without = (change: Texts) => readPageSearch({ ...search, cursor: '', ...change })
  const of = (name: 'causes' | 'tags') => {
    const names = namesIn(search[name])
    return names.map((label) => ({ key: `${name} ${label}`, label, without: without({ [name]: names.filter((other) => other !== label).join(',') }) }))
  }
  return [
    ...(search.status ? [{ key: 'status', label: statusTexts[search.status](), without: without({ status: '' }) }] : []),
    ...(search.target ? [{ key: 'target', label: targetName ?? search.target, without: without({ target: '' }) }] : []),
    ...(search.industry ? [{ key: 'industry', label: search.industry, without: without({ industry: '' }) }] : []),
    ...of('causes'),
    ...(search.privacy ? [{ key: 'privacy', label: privacyTexts[search.privacy](), without: without({ privacy: '' }) }] : []),
    ...of('tags'),
  ]
}
