import { Link, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { TabLinks, tabLinkClass } from '#design/navigation.tsx'
import { m } from '#messages'
import { kinds } from '../terms.ts'
import { Filters } from './filters.tsx'
import { Found } from './found.tsx'
import { kindTexts } from './kind-texts.ts'
import type { Choices } from './load-page.ts'
import { amongKind, kindOf, type PageSearch } from './page-search.ts'
import { SearchBox } from './search-box.tsx'
import { SearchFrame } from './search-frame.tsx'
import { keepTab, keptTab } from './tab.ts'

export function SearchPage({ search, choices, wasCut }: { search: PageSearch; choices: Choices; wasCut: boolean }) {
  const navigate = useNavigate()
  const { q } = search
  const entered = useRef(true)
  // The server does not know the tab that was chosen last in this session: a page that came from it goes there once.
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
              </Link>
            ))}
          </TabLinks>
          <Filters search={search} choices={choices} />
          <Found search={search} q={q} />
        </>
      )}
    </SearchFrame>
  )
}
