import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from '#design/button.tsx'
import { SelectField } from '#design/choice-field.tsx'
import { SegmentedLinks } from '#design/segmented-links.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { useFieldAt, useGetForm, useTypedField } from '#platform/client/get-form.ts'
import { searchLength } from '#platform/terms.ts'
import type { TargetSort } from '../terms.ts'
import { offeredSorts, type TargetsSearch } from './targets-search.ts'

/** A GET form. With JavaScript it searches while the user types. */
export function TargetFilters({ search, industries }: { search: TargetsSearch; industries: readonly string[] }) {
  const navigate = useNavigate()
  // Takes the sort order from the current URL, because `search` may be older while a list loads.
  const go = (given: TargetsSearch) =>
    void navigate({ to: '/targets', search: ({ sort }) => ({ ...given, sort, cursor: undefined }), resetScroll: false, replace: true })
  const { ref, onSubmit, send, sendSoon } = useGetForm(go)
  const text = useTypedField(search.search ?? '')
  const industry = useFieldAt<HTMLSelectElement>(search.industry ?? '')
  return (
    <form ref={ref} action="/targets" method="get" aria-label={m.explore_filters()} onSubmit={onSubmit} className="grid items-end gap-3 sm:grid-cols-2">
      <TextField
        ref={text}
        type="search"
        name="search"
        label={m.targets_search()}
        placeholder={m.targets_search_placeholder()}
        defaultValue={search.search ?? ''}
        maxLength={searchLength}
        autoComplete="off"
        enterKeyHint="search"
        onChange={sendSoon}
      />
      <SelectField
        ref={industry}
        name="industry"
        label={m.targets_industry()}
        defaultValue={search.industry ?? ''}
        onChange={send}
        options={[{ value: '', label: m.targets_any_industry() }, ...industries.map((name) => ({ value: name, label: name }))]}
      />
      {search.sort && <input type="hidden" name="sort" value={search.sort} />}
      <noscript>
        <Button type="submit" tone="primary">
          {m.explore_apply()}
        </Button>
      </noscript>
    </form>
  )
}

const sortTexts: Record<(typeof offeredSorts)[number], () => string> = {
  az: m.explore_sort_az,
  campaigns: m.explore_sort_campaigns,
  supporters: m.targets_sort_supporters,
}

export function TargetSorts({ search }: { search: TargetsSearch }) {
  const current: TargetSort = offeredSorts.find((sort) => sort === search.sort) ?? 'az'
  return (
    <SegmentedLinks
      label={m.explore_sort()}
      options={offeredSorts}
      chosen={current}
      text={(sort) => sortTexts[sort]()}
      // Takes the filters from the current URL when the link is clicked, because `search` may be older while a list loads.
      link={(sort, look) => (
        <Link to="/targets" search={(now) => ({ search: now.search, industry: now.industry, sort: sort === 'az' ? undefined : sort })} {...look} />
      )}
    />
  )
}
