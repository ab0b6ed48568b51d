import { useQuery } from '@tanstack/react-query'
import { Plus, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#design/button.tsx'
import { tickClass } from '#design/choice-field.tsx'
import { ErrorText, HintText } from '#design/field-texts.tsx'
import { LoadingNotice, Skeleton } from '#design/skeleton.tsx'
import { limits } from '#features/campaigns/validation/terms.ts'
import { allCauses } from '#features/directory/causes/ui/api.ts'
import { m } from '#messages'
import { isSameName } from '#platform/same-name.ts'
import type { CauseChoice } from '../draft.ts'
import { Advice } from './advice.tsx'
import { NewCauseDialog } from './new-cause-dialog.tsx'
import { fieldId } from './wizard-form.ts'

type CauseGridProps = { chosen: CauseChoice[]; onChange: (chosen: CauseChoice[]) => void; error: string | undefined }

export function CauseGrid({ chosen, onChange, error }: CauseGridProps) {
  const causes = useQuery(allCauses())
  const [isAdding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const id = fieldId('causes')
  const known: CauseChoice[] = causes.data ?? []
  // A new cause stays listed after it is unticked, so that it can be ticked again.
  const [listed, setListed] = useState(() => chosen.filter(isNew))
  const others = [...listed, ...chosen.filter((cause) => !listed.some((other) => isSame(other, cause)))]
  const shown = [...known, ...others.filter((cause) => !known.some((other) => isSame(other, cause)))]
  // The list has all verified causes.
  const isUnverified = ({ id: causeId }: CauseChoice) => causeId !== null && causes.data !== undefined && !known.some((other) => other.id === causeId)
  const isFull = chosen.length >= limits.causes
  const isChosen = (cause: CauseChoice) => chosen.some((other) => isSame(other, cause))
  const add = ({ id: causeId, name }: CauseChoice) => onChange([...chosen, { id: causeId, name }])

  function close() {
    flushSync(() => setAdding(false))
    addButton.current?.focus()
  }
  function take(cause: CauseChoice) {
    close()
    if (isChosen(cause)) return
    if (isNew(cause) && !listed.some((other) => isSame(other, cause))) setListed([...listed, cause])
    add(cause)
  }

  return (
    <fieldset id={id} aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`} className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold">{m.wizard_causes()}</legend>
      <HintText id={id} hint={<Advice text={m.wizard_causes_hint({ count: chosen.length, max: limits.causes })} example={m.wizard_causes_example()} />} />
      {causes.isPending && <CausesSkeleton />}
      {causes.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          {m.wizard_causes_failed()}
          <Button size="sm" icon={<RotateCw className="size-4" />} onClick={() => void causes.refetch()}>
            {m.design_try_again()}
          </Button>
        </p>
      )}
      <div className="grid grid-cols-1 gap-x-4 border-t border-line sm:grid-cols-2">
        {shown.map((cause) => (
          <label
            key={cause.id ?? cause.name}
            className="flex min-h-11 items-center gap-3 border-b border-line py-1.5 pe-1 has-checked:font-semibold has-disabled:text-muted"
          >
            <input
              type="checkbox"
              className={tickClass}
              checked={isChosen(cause)}
              disabled={isFull && !isChosen(cause)}
              onChange={(event) => (event.target.checked ? add(cause) : onChange(chosen.filter((other) => !isSame(other, cause))))}
            />
            <span className="min-w-0">
              {cause.name}
              {isNew(cause) && <span className="font-normal text-muted"> {m.wizard_new()}</span>}
              {isUnverified(cause) && <span className="font-normal text-muted"> {m.directory_review_unverified()}</span>}
            </span>
          </label>
        ))}
      </div>
      <ErrorText id={id} error={error} />
      <div>
        <Button ref={addButton} size="sm" tone="quiet" icon={<Plus className="size-4" />} disabled={isFull} onClick={() => setAdding(true)}>
          {m.wizard_cause_add()}
        </Button>
      </div>
      {isAdding && <NewCauseDialog known={shown} onClose={close} onChoose={take} />}
    </fieldset>
  )
}

const isNew = ({ id }: CauseChoice) => id === null

function isSame(one: CauseChoice, other: CauseChoice): boolean {
  return one.id === null || other.id === null ? one.id === other.id && isSameName(one.name, other.name) : one.id === other.id
}

const skeletonRows = Array.from({ length: 10 }, (_, row) => row)

function CausesSkeleton() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LoadingNotice />
      {skeletonRows.map((row) => (
        <Skeleton key={row} className="h-7" />
      ))}
    </div>
  )
}
