import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { Button } from '#design/button.tsx'
import { SelectField } from '#design/choice-field.tsx'
import { SegmentedLinks, segmentClass } from '#design/segmented-links.tsx'
import { useAuth } from '#features/accounts/ui/use-auth.ts'
import { slugFrom } from '#features/campaigns/ui/browse-search.ts'
import { CauseChoice } from '#features/campaigns/ui/cause-choice.tsx'
import { privacyFilters } from '#features/communities/terms.ts'
import { TargetField } from '#features/directory/targets/ui/target-field.tsx'
import { m } from '#messages'
import { useFieldAt } from '#platform/client/get-form.ts'
import { namesIn } from '#platform/name-list.ts'
import { type Sort, searchStatuses, sortsOf } from '../terms.ts'
import { FilterChips } from './filter-chips.tsx'
import { privacyTexts, sortTexts, statusTexts } from './filter-texts.ts'
import type { Choices } from './load-page.ts'
import { kindOf, type PageSearch, readPageSearch, type Texts } from './page-search.ts'

/** The filters as a plain GET form. With JavaScript, each change is applied immediately. */
export function Filters({ search, choices }: { search: PageSearch; choices: Choices }) {
  const { viewer } = useAuth()
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const status = useFieldAt<HTMLSelectElement>(search.status ?? 'all')
  const industry = useFieldAt<HTMLSelectElement>(search.industry ?? '')
  const privacy = useFieldAt<HTMLSelectElement>(search.privacy ?? 'all')
  const kind = kindOf(search)
  const go = () => void (form.current && navigate({ to: '/search', search: searchIn(form.current), resetScroll: false }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go()
  }
  const { industries, causes, targetName } = choices
  const hasFields = kind !== 'communities'
  return (
    <div className="flex flex-col gap-4">
      <form
        ref={form}
        action="/search"
        method="get"
        onSubmit={submit}
        aria-label={m.search_filters()}
        className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4"
      >
        {search.q && <input type="hidden" name="q" value={search.q} />}
        {search.kind && <input type="hidden" name="kind" value={search.kind} />}
        {search.sort && <input type="hidden" name="sort" value={search.sort} />}
        {search.tags && <input type="hidden" name="tags" value={search.tags} />}
        {kind === 'campaigns' && (
          <SelectField
            ref={status}
            label={m.search_status()}
            name="status"
            defaultValue={search.status ?? 'all'}
            onChange={go}
            options={searchStatuses.filter((each) => each !== 'draft' || viewer).map((each) => ({ value: each, label: statusTexts[each]() }))}
          />
        )}
        {kind === 'campaigns' && <TargetField key={search.target ?? ''} slug={search.target ?? ''} name={targetName} onChoose={go} />}
        {hasFields && (
          <SelectField
            ref={industry}
            label={m.search_industry()}
            name="industry"
            defaultValue={search.industry ?? ''}
            onChange={go}
            options={[{ value: '', label: m.search_industry_any() }, ...industries.map((name) => ({ value: name, label: name }))]}
          />
        )}
        {kind === 'campaigns' && <CauseChoice chosen={namesIn(search.causes)} causes={causes} onChange={go} />}
        {kind === 'communities' && (
          <SelectField
            ref={privacy}
            label={m.search_privacy()}
            name="privacy"
            defaultValue={search.privacy ?? 'all'}
            onChange={go}
            options={privacyFilters.map((each) => ({ value: each, label: privacyTexts[each]() }))}
          />
        )}
        <noscript>
          <Button type="submit" tone="primary" wide>
            {m.search_filter_apply()}
          </Button>
        </noscript>
      </form>
      {kind === 'communities' && <TagLinks search={search} tags={choices.tags} />}
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-ink pt-4">
        <SortLinks search={search} />
        <FilterChips search={search} targetName={targetName} />
      </div>
    </div>
  )
}

function searchIn(form: HTMLFormElement): Texts {
  const given: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value) given[name] = given[name] ? `${given[name]},${value}` : value
  return readPageSearch({ ...given, target: given.target && slugFrom(given.target) })
}

function SortLinks({ search }: { search: PageSearch }) {
  const sorts: readonly Sort[] = sortsOf[kindOf(search)]
  return (
    <SegmentedLinks
      label={m.search_sort()}
      options={sorts}
      chosen={search.sort ?? sorts[0] ?? 'trending'}
      text={(sort) => sortTexts[sort]()}
      link={(sort, look) => <Link to="/search" search={readPageSearch({ ...search, cursor: '', sort })} {...look} />}
    />
  )
}

function TagLinks({ search, tags }: { search: PageSearch; tags: readonly string[] }) {
  const chosen = namesIn(search.tags)
  if (tags.length === 0) return null
  return (
    <nav aria-label={m.search_tags()} className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <Link
          key={tag}
          to="/search"
          search={readPageSearch({
            ...search,
            cursor: '',
            tags: (chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag]).join(','),
          })}
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          data-chosen={chosen.includes(tag) || undefined}
          className={`${segmentClass} max-w-full rounded-full border border-edge`}
        >
          <span className="truncate">{tag}</span>
        </Link>
      ))}
    </nav>
  )
}
