import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from '#design/button.tsx'
import { tickClass } from '#design/choice-field.tsx'
import { cx } from '#design/classes.ts'
import { choiceLinkClass, choiceLinksClass } from '#design/navigation.tsx'
import { m } from '#messages'
import { useFieldAt, useGetForm } from '#platform/client/get-form.ts'
import { type SubjectSort, subjectSorts } from '../terms.ts'
import { type SubjectListSearch, sortOf } from './subject-list-search.ts'

type FiltersProps = { path: '/industries' | '/causes'; search: SubjectListSearch }

const sortTexts: Record<SubjectSort, () => string> = {
  trending: m.explore_sort_trending,
  impact: m.explore_sort_impact,
  campaigns: m.explore_sort_campaigns,
  az: m.explore_sort_az,
}

/** The order as links, and a plain GET form for the one choice, which counts at once where there is a script. */
export function SubjectFilters({ path, search }: FiltersProps) {
  const navigate = useNavigate()
  const { ref, onSubmit, send } = useGetForm({
    shown: { active: search.active },
    // As the links below: in the order of the address as it is when chosen.
    go: ({ active }) => void navigate({ to: path, search: ({ sort }) => ({ active, sort, cursor: undefined }), resetScroll: false }),
  })
  const tick = useFieldAt<HTMLInputElement>(search.active === '1')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <nav aria-label={m.explore_sort()} className={cx(choiceLinksClass, 'max-sm:grid max-sm:grid-cols-2')}>
        {subjectSorts.map((sort) => (
          <Link
            key={sort}
            to={path}
            // Of the address as it is when pressed: the list it asks for may still be on its way.
            search={({ active }) => ({ active, sort: sort === 'trending' ? undefined : sort, cursor: undefined })}
            resetScroll={false}
            activeOptions={{ exact: true, includeSearch: true }}
            data-chosen={sort === sortOf(search) || undefined}
            className={choiceLinkClass}
          >
            {sortTexts[sort]()}
          </Link>
        ))}
      </nav>
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
