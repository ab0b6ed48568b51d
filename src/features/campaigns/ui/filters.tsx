import { useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { Button } from '#design/button.tsx'
import { SelectField, tickClass } from '#design/choice-field.tsx'
import { ClosingDetails } from '#features/site/ui/public.ts'
import { m } from '#messages'
import { statusTexts } from './badges.tsx'
import { type BrowseSearch, browseStatuses, causeNames, readBrowseSearch } from './browse-search.ts'
import { TargetField } from './target-field.tsx'

type FiltersProps = { search: BrowseSearch; industries: readonly string[]; causes: readonly string[]; targetName: string | null }

/** A plain GET form; with JavaScript every change counts at once. */
export function Filters({ search, industries, causes, targetName }: FiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const go = () => {
    if (!form.current) return
    const given: Record<string, string> = {}
    for (const [name, value] of new FormData(form.current))
      if (typeof value === 'string' && value) given[name] = given[name] ? `${given[name]},${value}` : value
    navigate({ to: '/campaigns', search: readBrowseSearch(given), resetScroll: false })
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
      <TargetField key={search.target ?? ''} slug={search.target ?? ''} name={targetName} onChoose={go} />
      <SelectField
        key={`industry ${search.industry ?? ''}`}
        label={m.campaigns_filter_industry()}
        name="industry"
        defaultValue={search.industry ?? ''}
        onChange={go}
        options={[{ value: '', label: m.campaigns_filter_any_industry() }, ...industries.map((name) => ({ value: name, label: name }))]}
      />
      <CauseChoice chosen={causeNames(search.causes)} causes={causes} onChange={go} />
      <SelectField
        key={`status ${search.status ?? ''}`}
        label={m.campaigns_filter_status()}
        name="status"
        defaultValue={search.status ?? 'all'}
        onChange={go}
        options={browseStatuses.map((status) => ({ value: status, label: status === 'all' ? m.campaigns_filter_any_status() : statusTexts[status]() }))}
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
            <label key={name} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="causes"
                value={name}
                key={`${name} ${chosen.includes(name)}`}
                defaultChecked={chosen.includes(name)}
                onChange={onChange}
                className={tickClass}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </ClosingDetails>
    </fieldset>
  )
}
