import { useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { Button } from '#design/button.tsx'
import { SelectField, tickClass } from '#design/choice-field.tsx'
import { ClosingDetails } from '#features/site/ui/public.ts'
import { m } from '#messages'
import { stringifySearch } from '#platform/client/search-text.ts'
import { statusTexts } from './badges.tsx'
import { type BrowseSearch, browseStatuses, causeNames, readBrowseSearch } from './browse-search.ts'
import { TargetField } from './target-field.tsx'

type FiltersProps = { search: BrowseSearch; industries: readonly string[]; causes: readonly string[]; targetName: string | null }

/** A plain GET form; with JavaScript every change counts at once. */
export function Filters({ search, industries, causes, targetName }: FiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const industry = useSelectAt(search.industry ?? '')
  const status = useSelectAt(search.status ?? 'all')
  const go = () => void (form.current && navigate({ to: '/campaigns', search: searchIn(form.current), resetScroll: false }))
  // Chosen before the script was there: it counts from the moment it is. A name that is still being typed waits for its end.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !form.current) return
    begun.current = true
    const chosen = { ...searchIn(form.current), target: search.target }
    if (stringifySearch(chosen) !== stringifySearch({ ...search, cursor: undefined })) navigate({ to: '/campaigns', search: chosen, resetScroll: false })
  }, [navigate, search])
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
      <TargetField key={search.target ?? ''} slug={search.target ?? ''} name={targetName} onChoose={go} />
      <SelectField
        ref={industry}
        label={m.campaigns_filter_industry()}
        name="industry"
        defaultValue={search.industry ?? ''}
        onChange={go}
        options={[{ value: '', label: m.campaigns_filter_any_industry() }, ...industries.map((name) => ({ value: name, label: name }))]}
      />
      <CauseChoice chosen={causeNames(search.causes)} causes={causes} onChange={go} />
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

function CauseTick({ name, isChosen, onChange }: { name: string; isChosen: boolean; onChange: () => void }) {
  const tick = useRef<HTMLInputElement>(null)
  const shown = useRef(isChosen)
  useEffect(() => {
    if (tick.current && shown.current !== isChosen) tick.current.checked = isChosen
    shown.current = isChosen
  }, [isChosen])
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input ref={tick} type="checkbox" name="causes" value={name} defaultChecked={isChosen} onChange={onChange} className={tickClass} />
      <span>{name}</span>
    </label>
  )
}

/** Brings a choice to what the address says, after going back for one. It stays the same element, so it keeps the focus. */
function useSelectAt(value: string) {
  const select = useRef<HTMLSelectElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (select.current && shown.current !== value) select.current.value = value
    shown.current = value
  }, [value])
  return select
}

/** Several at once, behind a field that says how many. */
function CauseChoice({ chosen, causes, onChange }: { chosen: readonly string[]; causes: readonly string[]; onChange: () => void }) {
  return (
    <fieldset className="relative min-w-0 pb-1">
      <legend className="mb-1 font-semibold">{m.campaigns_filter_causes()}</legend>
      <ClosingDetails staysOpen>
        <summary className="flex min-h-11 items-center justify-between rounded-sm border border-edge bg-raised px-3 hover:border-ink">
          <span className="truncate">{chosen.length > 0 ? m.campaigns_filter_causes_some({ count: chosen.length }) : m.campaigns_filter_causes_none()}</span>
          <ChevronDown className="turns size-5 shrink-0" aria-hidden="true" />
        </summary>
        <div className="absolute start-0 z-20 mt-1 max-h-80 w-full min-w-72 overflow-y-auto border border-t-4 border-ink bg-raised px-3 py-1">
          {causes.map((name) => (
            <CauseTick key={name} name={name} isChosen={chosen.includes(name)} onChange={onChange} />
          ))}
        </div>
      </ClosingDetails>
    </fieldset>
  )
}
