import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { Button } from '#design/button.tsx'
import { SelectField } from '#design/choice-field.tsx'
import { m } from '#messages'
import { useFieldAt } from '#platform/client/get-form.ts'
import { namesIn } from '#platform/name-list.ts'
import { statusTexts } from './badges.tsx'
import { type BrowseSearch, browseStatuses, readBrowseSearch } from './browse-search.ts'
import { CauseChoice } from './cause-choice.tsx'

type FiltersProps = {
  search: BrowseSearch
  industries: readonly string[]
  causes: readonly string[]
  /** The field for the target. Passed by the page, because the directory imports this feature. */
  targetField: (onChoose: () => void) => ReactNode
}

/** A plain GET form. With JavaScript every change takes effect at once. */
export function Filters({ search, industries, causes, targetField }: FiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const industry = useFieldAt<HTMLSelectElement>(search.industry ?? '')
  const status = useFieldAt<HTMLSelectElement>(search.status ?? 'all')
  const go = () => {
    const given = form.current && searchIn(form.current)
    // Keeps the sort order of the current address: the list in a new order may still be loading.
    if (given) void navigate({ to: '/campaigns', search: (now) => ({ ...given, sort: readBrowseSearch(now).sort }), resetScroll: false })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go()
  }
  return (
    <form
      ref={form}
      action="/campaigns"
      method="get"
      onSubmit={submit}
      aria-label={m.campaigns_filters()}
      className="grid grid-cols-2 items-end gap-3 lg:grid-cols-4"
    >
      {targetField(go)}
      <SelectField
        ref={industry}
        label={m.campaigns_filter_industry()}
        name="industry"
        defaultValue={search.industry ?? ''}
        onChange={go}
        options={[{ value: '', label: m.campaigns_filter_any_industry() }, ...industries.map((name) => ({ value: name, label: name }))]}
      />
      <CauseChoice chosen={namesIn(search.causes)} causes={causes} onChange={go} />
      <SelectField
        ref={status}
        label={m.campaigns_filter_status()}
        name="status"
        defaultValue={search.status ?? 'all'}
        onChange={go}
        options={browseStatuses.map((each) => ({ value: each, label: each === 'all' ? m.campaigns_filter_any_status() : statusTexts[each]() }))}
      />
      {search.sort && <input type="hidden" name="sort" value={search.sort} />}
      <noscript>
        <Button type="submit" tone="primary" wide>
          {m.campaigns_filter_apply()}
        </Button>
      </noscript>
    </form>
  )
}

function searchIn(form: HTMLFormElement): BrowseSearch {
  const given: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value) given[name] = given[name] ? `${given[name]},${value}` : value
  return readBrowseSearch(given)
}
