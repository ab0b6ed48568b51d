import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { buttonClass } from '#design/button.tsx'
import { TabLinks, tabLinkClass } from '#design/navigation.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { type Kind, kinds } from '../terms.ts'
import { foundPages } from './api.ts'
import { Filters } from './filters.tsx'
import { kindTexts } from './kind-texts.ts'
import type { Choices } from './load-page.ts'
import { amongKind, kindOf, type PageSearch } from './page-search.ts'
import { SearchBox } from './search-box.tsx'
import { SearchFrame } from './search-frame.tsx'
import { SearchResults, shownTotal } from './search-results.tsx'
import { keepTab, keptTab } from './tab.ts'

export function SearchPage({ search, choices, wasCut }: { search: PageSearch; choices: Choices; wasCut: boolean }) {
  const navigate = useNavigate()
  const { q } = search
  const entered = useRef(true)
  // The server does not know the last tab of this browser session, so a server-rendered page is redirected there once.
  useLayoutEffect(() => {
    const tab = keptTab()
    if (entered.current && tab !== 'campaigns' && !new URLSearchParams(window.location.search).has('kind'))
      navigate({ to: '/search', search: amongKind(search, tab), replace: true })
    entered.current = false
  }, [navigate, search])
  return (
    <SearchFrame>
      <SearchBox search={search} />
      {wasCut && <p role="status">{m.search_cut()}</p>}
      {!q && <Ways />}
      {q && (
        <>
          <TabLinks label={m.search_kinds()}>
            {kinds.map((kind) => (
              <Link
                key={kind}
                to="/search"
                search={amongKind(search, kind)}
                resetScroll={false}
                onClick={() => keepTab(kind)}
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={kind === kindOf(search) ? 'page' : undefined}
                className={tabLinkClass}
              >
                {kindTexts[kind]()}
                <TabCount search={search} kind={kind} />
              </Link>
            ))}
          </TabLinks>
          <Filters search={search} choices={choices} />
          <SearchResults search={search} q={q} />
        </>
      )}
    </SearchFrame>
  )
}

/** Links for readers who have not typed anything. */
function Ways() {
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className="type-kicker text-muted">
        {m.search_recent_or()}
      </h2>
      <p className="mt-2 flex flex-wrap gap-3">
        <Link to="/campaigns" className={buttonClass()}>
          {m.site_hero_browse(nouns)}
        </Link>
        <Link to="/targets" className={buttonClass()}>
          {m.search_targets()}
        </Link>
        <Link to="/causes" className={buttonClass()}>
          {m.site_footer_causes()}
        </Link>
      </p>
    </section>
  )
}

/** The number of results of a tab, loaded after hydration. Its space is reserved. */
function TabCount({ search, kind }: { search: PageSearch; kind: Kind }) {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  const isShown = kind === kindOf(search)
  const { data } = useInfiniteQuery({
    ...foundPages(isShown ? { ...search, cursor: undefined } : amongKind(search, kind)),
    enabled: isHydrated,
    staleTime: 60_000,
  })
  const total = data?.pages[0]?.total
  return <span className="min-w-8 text-sm font-normal tabular-nums">{total !== undefined && total !== null && shownTotal(total)}</span>
}
