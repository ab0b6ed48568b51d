import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { TabLinks, tabLinkClass } from '#design/navigation.tsx'
import { m } from '#messages'
import { kinds } from '../terms.ts'
import { Filters } from './filters.tsx'
import { Found } from './found.tsx'
import { kindTexts } from './kind-texts.ts'
import type { Choices } from './load-page.ts'
import { amongKind, kindOf, type PageSearch } from './page-search.ts'
import { addRecent } from './recent.ts'
import { SearchBox } from './search-box.tsx'
import { SearchFrame } from './search-frame.tsx'
import { keepTab, keptTab } from './tab.ts'

export function SearchPage({ search, choices, wasCut }: { search: PageSearch; choices: Choices; wasCut: boolean }) {
  const navigate = useNavigate()
  const { q } = search
  useEffect(() => {
    if (q) addRecent(q)
  }, [q])
  // Once, where the address names no tab: the one that was chosen last in this session.
  useEffect(() => {
    const tab = keptTab()
    if (!new URLSearchParams(window.location.search).has('kind') && tab !== 'campaigns' && q)
      navigate({ to: '/search', search: amongKind({ q }, tab), replace: true })
  }, [navigate, q])
  return (
    <SearchFrame>
      <SearchBox key={q ?? ''} search={search} />
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
