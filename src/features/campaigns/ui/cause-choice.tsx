import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { tickClass } from '#design/choice-field.tsx'
import { ClosingDetails } from '#features/site/ui/closing-details.tsx'
import { m } from '#messages'

/** Check boxes for several causes, behind a field that shows the number of chosen ones. */
export function CauseChoice({ chosen, causes, onChange }: { chosen: readonly string[]; causes: readonly string[]; onChange: () => void }) {
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
