import { type SubjectSort, subjectSorts } from '../terms.ts'

/** What /industries and /causes can be asked for, as it stands in the address; what is at its default is left out. */
export type SubjectSearch = { active?: string | undefined; sort?: string | undefined; cursor?: string | undefined }

/** What the address asks for; what means nothing is left out. */
export function readSubjectSearch({ active, sort, cursor }: SubjectSearch): SubjectSearch {
  return {
    active: active === '1' ? '1' : undefined,
    sort: subjectSorts.slice(1).find((each) => each === sort),
    cursor: cursor?.slice(0, 500) || undefined,
  }
}

export const sortOf = ({ sort }: SubjectSearch): SubjectSort => subjectSorts.find((each) => each === sort) ?? 'trending'

/** The same as the API is asked for it, from the cursor on. */
export const subjectInput = (search: SubjectSearch, cursor: string | undefined) => ({
  active: search.active === '1',
  sort: sortOf(search),
  limit: 24,
  ...(cursor ? { cursor } : {}),
})
