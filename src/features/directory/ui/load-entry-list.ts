import { redirect } from '@tanstack/react-router'
import { isSameSearch } from '#platform/client/get-form.ts'
import { listFrom } from '#platform/client/list-start.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { type EntryListSearch, readEntryListSearch } from './entry-list-search.ts'
import type { GroupKind } from './entry-texts.ts'

type Loading = {
  path: `/${GroupKind}`
  given: EntryListSearch
  load: (search: EntryListSearch) => Promise<unknown>
  about: { title: string; description: string }
}

/** Loads the list for the URL's parameters. Redirects to a URL without invalid parameters. */
export async function loadEntryList({ path, given, load, about }: Loading) {
  const search = readEntryListSearch(given)
  if (!isSameSearch(search, given)) throw redirect({ to: path, search })
  const first = { ...search, cursor: undefined }
  await listFrom(load(search), () => redirect({ to: path, search: first }))
  return { page: { ...about, path: path + stringifySearch(first) } }
}
