import { redirect } from '@tanstack/react-router'
import { isSameSearch } from '#platform/client/get-form.ts'
import { listFrom } from '#platform/client/list-start.ts'
import { stringifySearch } from '#platform/client/search-text.ts'
import { readSubjectListSearch, type SubjectListSearch } from './subject-list-search.ts'

type Loading = {
  path: '/industries' | '/causes'
  given: SubjectListSearch
  load: (search: SubjectListSearch) => Promise<unknown>
  about: { title: string; description: string }
}

/** Loads the list that the address asks for, and says what the page is about. What the address cannot mean leaves it. */
export async function loadSubjectList({ path, given, load, about }: Loading) {
  const search = readSubjectListSearch(given)
  if (!isSameSearch(search, given)) throw redirect({ to: path, search })
  const first = { ...search, cursor: undefined }
  await listFrom(load(search), () => redirect({ to: path, search: first }))
  return { page: { ...about, path: path + stringifySearch(first) } }
}
