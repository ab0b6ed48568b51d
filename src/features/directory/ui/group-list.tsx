import { redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Failed } from '#features/site/ui/error-page.tsx'
import { ListFrame, TilesLoading } from '#features/site/ui/list-frame.tsx'
import { m } from '#messages'
import { isSameSearch } from '#platform/client/get-form.ts'
import { listFrom } from '#platform/client/list-start.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { EntryFilters } from './entry-filters.tsx'
import { type EntryListSearch, readEntryListSearch } from './entry-list-search.ts'
import type { GroupKind } from './entry-texts.ts'

const texts = {
  industries: { title: m.industries_title, lead: m.industries_lead, description: m.industries_description },
  causes: { title: m.causes_title, lead: m.causes_lead, description: m.causes_description },
}

type Loading = { kind: GroupKind; given: EntryListSearch; load: (search: EntryListSearch) => Promise<unknown> }

/** Loads the list for the URL's parameters. Redirects to a URL without invalid parameters. */
export async function loadGroupList({ kind, given, load }: Loading) {
  const search = readEntryListSearch(given)
  const to = `/${kind}` as const
  if (!isSameSearch(search, given)) throw redirect({ to, search })
  const first = { ...search, cursor: undefined }
  await listFrom(load(search), () => redirect({ to, search: first }))
  return { page: { title: texts[kind].title(), description: texts[kind].description(), path: to + stringifySearch(first) } }
}

/** The page with the list of industries or of causes; the children are its results. */
export const GroupList = ({ kind, search, children }: { kind: GroupKind; search: EntryListSearch; children: ReactNode }) => (
  <Frame kind={kind}>
    <EntryFilters path={`/${kind}`} search={search} />
    <section aria-label={m.explore_results()}>{children}</section>
  </Frame>
)

export const GroupListLoading = ({ kind }: { kind: GroupKind }) => (
  <Frame kind={kind}>
    <TilesLoading tall />
  </Frame>
)

export const GroupListFailed = ({ kind, reset }: { kind: GroupKind; reset: () => void }) => (
  <Frame kind={kind}>
    <Failed reset={reset}>{m.explore_failed()}</Failed>
  </Frame>
)

const Frame = ({ kind, children }: { kind: GroupKind; children: ReactNode }) => (
  <ListFrame title={texts[kind].title()} lead={texts[kind].lead()}>
    {children}
  </ListFrame>
)
