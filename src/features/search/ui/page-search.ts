import { type PrivacyFilter, privacyFilters } from '#features/communities/terms.ts'
import { readerOf } from '#platform/client/search-text.ts'
import { namesIn } from '#platform/name-list.ts'
import { isSameName } from '#platform/same-name.ts'
import { searchText } from '#platform/words.ts'
import { type Kind, kinds, type SearchStatus, type Sort, searchStatuses, sortsOf } from '../terms.ts'

/** Search parameters of /search. Default values, and filters of other kinds, are left out, so that each view has only one URL. */
export type PageSearch = {
  q?: string | undefined
  kind?: Exclude<Kind, 'campaigns'> | undefined
  status?: Exclude<SearchStatus, 'all'> | undefined
  target?: string | undefined
  industry?: string | undefined
  /** Comma-separated names. */
  causes?: string | undefined
  privacy?: Exclude<PrivacyFilter, 'all'> | undefined
  tags?: string | undefined
  sort?: Sort | undefined
  cursor?: string | undefined
}

export type Texts = { [Name in keyof PageSearch]?: string | undefined }

/** Reads the URL parameters and ignores unknown values. */
export function readPageSearch(given: Texts): PageSearch {
  const kind = oneOf(kinds, given.kind) ?? 'campaigns'
  const text = (name: keyof PageSearch, of: readonly Kind[]) => (of.includes(kind) ? given[name]?.trim().slice(0, 200) || undefined : undefined)
  const status = kind === 'campaigns' ? oneOf(searchStatuses, given.status) : undefined
  const privacy = kind === 'communities' ? oneOf(privacyFilters, given.privacy) : undefined
  const sort = oneOf<Sort>(sortsOf[kind], given.sort)
  // Every key is set, even if undefined: the router would otherwise keep the URL's raw value.
  return {
    q: searchText(given.q ?? '').text || undefined,
    kind: kind === 'campaigns' ? undefined : kind,
    status: status === 'all' ? undefined : status,
    target: text('target', ['campaigns']),
    industry: text('industry', ['campaigns', 'targets']),
    causes: kind === 'campaigns' ? namesIn(given.causes).join(',') || undefined : undefined,
    privacy: privacy === 'all' ? undefined : privacy,
    tags: kind === 'communities' ? namesIn(given.tags).join(',') || undefined : undefined,
    sort: sort === sortsOf[kind][0] ? undefined : sort,
    cursor: readerOf(given).cursor(),
  }
}

export const kindOf = ({ kind }: PageSearch): Kind => kind ?? 'campaigns'

/** The same text in another kind, without the present kind's filters. */
export const amongKind = ({ q }: PageSearch, kind: Kind): PageSearch => readPageSearch({ q, kind })

export const isFiltered = ({ status, target, industry, causes, privacy, tags }: PageSearch) =>
  Boolean(status || target || industry || causes || privacy || tags)

const oneOf = <Value extends string>(known: readonly Value[], text: string | undefined) => known.find((each) => each === text?.trim())

/** The known names in a comma-separated list, in their official spelling. Case and accents are ignored. */
export function knownIn(known: readonly string[], list: string | undefined): string[] {
  return namesIn(list).flatMap((asked) => known.find((name) => isSameName(name, asked)) ?? [])
}
