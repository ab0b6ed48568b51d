import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from '#design/button.tsx'
import { tickClass } from '#design/choice-field.tsx'
import { SegmentedLinks } from '#design/segmented-links.tsx'
import { m } from '#messages'
import { useFieldAt, useGetForm } from '#platform/client/get-form.ts'
import { type EntrySort, entrySorts } from '../terms.ts'
import { type EntryListSearch, sortOf } from './entry-list-search.ts'
import type { GroupKind } from './entry-texts.ts'

type FiltersProps = { path: `/${GroupKind}`; search: EntryListSearch }

const sortTexts: Record<EntrySort, () => string> = {
  trending: m.explore_sort_trending,
  impact: m.explore_sort_impact,
  campaigns: m.explore_sort_campaigns,
  az: m.explore_sort_az,
}

/** Sort links and a GET form for the filter. With JavaScript the form is submitted on change. */
export function EntryFilters({ path, search }: FiltersProps) {
  const navigate = useNavigate()
  const { ref, onSubmit, send } = useGetForm(
    // Takes the sort order from the current URL when the form is submitted, because `search` may be older while a list loads.
    ({ active }) => void navigate({ to: path, search: ({ sort }) => ({ active, sort, cursor: undefined }), resetScroll: false }),
  )
  const tick = useFieldAt<HTMLInputElement>(search.active === '1')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <SegmentedLinks
        label={m.explore_sort()}
        options={entrySorts}
        chosen={sortOf(search)}
        text={(sort) => sortTexts[sort]()}
        // Takes the filter from the current URL when the link is clicked, because `search` may be older while a list loads.
        link={(sort, look) => (
          <Link to={path} search={({ active }) => ({ active, sort: sort === 'trending' ? undefined : sort, cursor: undefined })} {...look} />
        )}
        isGridOnPhones
      />
      <form ref={ref} action={path} method="get" onSubmit={onSubmit} aria-label={m.explore_filters()} className="flex flex-wrap items-center gap-4">
        <label className="flex min-h-11 items-center gap-3">
          <input ref={tick} type="checkbox" name="active" value="1" defaultChecked={search.active === '1'} onChange={send} className={tickClass} />
          <span>{m.explore_active()}</span>
        </label>
        {search.sort && <input type="hidden" name="sort" value={search.sort} />}
        <noscript>
          <Button type="submit" size="sm">
            {m.explore_apply()}
          </Button>
        </noscript>
      </form>
    </div>
  )
}
