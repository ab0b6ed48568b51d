import { type SubjectSort, subjectSorts } from '../terms.ts'

/** What /industries and /causes can be asked for, as it stands in the address; what is at its default is left out. */
export type SubjectListSearch = { active?: string | undefined; sort?: string | undefined; cursor?: string | undefined }

/** What the address asks for; what means nothing is left out. */
export function readSubjectListSearch({ active, sort, cursor }: SubjectListSearch): SubjectListSearch {
  return {
    active: active === '1' ? '1' : undefined,
    sort: subjectSorts.slice(1).find((each) => each === sort),
    cursor: cursor?.slice(0, 500) || undefined,
  }
}

export const sortOf = ({ sort }: SubjectListSearch): SubjectSort => subjectSorts.find((each) => each === sort) ?? 'trending'

/** The same as the API is asked for it, from the cursor on. */
export const subjectListInput = (search: SubjectListSearch, cursor: string | undefined) => ({
  active: search.active === '1',
  sort: sortOf(search),
  limit: 24,
  ...(cursor ? { cursor } : {}),
})
