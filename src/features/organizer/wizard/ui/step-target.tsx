import { Pencil, Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#design/button.tsx'
import { cardClass } from '#design/card.ts'
import { cx } from '#design/classes.ts'
import { ErrorText } from '#design/field-texts.tsx'
import { TextField } from '#design/text-field.tsx'
import { limits } from '#features/campaigns/validation/terms.ts'
import { m } from '#messages'
import type { TargetChoice } from '../draft.ts'
import { Advice } from './advice.tsx'
import { focusField } from './focus.ts'
import { NewTargetDialog } from './new-target-dialog.tsx'
import { TargetSearch } from './target-search.tsx'
import { bind, fieldId, type StepProps } from './wizard-form.ts'

type Pending = Extract<TargetChoice, { kind: 'new' }>

export function StepTarget({ form, problemAt }: StepProps) {
  const [asked, setAsked] = useState<Pending | null>(null)
  const error = problemAt('target') ?? problemAt('target.name') ?? problemAt('target.websiteUrl') ?? problemAt('target.industry')
  // The element with the focus disappears after a choice, so the focus moves to its replacement.
  const [closed, setClosed] = useState(0)
  useEffect(() => {
    if (closed > 0) focusField('target')
  }, [closed])
  const close = () => {
    setAsked(null)
    setClosed((times) => times + 1)
  }
  const choose = (target: TargetChoice | null) => {
    form.setFieldValue('target', target)
    close()
  }
  return (
    <>
      <form.Field name="target">
        {({ state: { value: target } }) => (
          <div id={fieldId('target')} className="flex flex-col gap-2">
            {target ? (
              <ChosenTarget target={target} onEdit={target.kind === 'new' ? () => setAsked(target) : undefined} onRemove={() => choose(null)} />
            ) : (
              <>
                <TargetSearch
                  invalid={error !== undefined}
                  onChoose={choose}
                  onAdd={(name) => setAsked({ kind: 'new', name, websiteUrl: '', industry: null })}
                />
                <div>
                  <Button
                    tone="quiet"
                    size="sm"
                    icon={<Plus className="size-4" />}
                    onClick={() => setAsked({ kind: 'new', name: '', websiteUrl: '', industry: null })}
                  >
                    {m.wizard_target_add()}
                  </Button>
                </div>
              </>
            )}
            <ErrorText id={fieldId('target')} error={error} />
          </div>
        )}
      </form.Field>
      <form.Field name="title">
        {(field) => (
          <TextField
            {...bind(field)}
            label={m.wizard_title()}
            hint={<Advice text={m.wizard_title_hint()} example={m.wizard_title_example()} typed={field.state.value} minimum={limits.title.min} />}
            count={{ max: limits.title.max, from: 0 }}
            error={problemAt('title')}
            autoComplete="off"
          />
        )}
      </form.Field>
      {asked && <NewTargetDialog start={asked} onClose={close} onChoose={choose} />}
    </>
  )
}

type ChosenProps = { target: TargetChoice; onEdit: (() => void) | undefined; onRemove: () => void }

function ChosenTarget({ target, onEdit, onRemove }: ChosenProps) {
  const industry = target.kind === 'known' ? target.industry : target.industry?.name
  const details = [industry, target.kind === 'new' && target.websiteUrl].filter(Boolean).join(' · ')
  return (
    <div>
      <p className="mb-1 font-semibold">{m.wizard_target()}</p>
      <div className={cx(cardClass, 'flex flex-wrap items-center gap-x-2 border-s-6 border-s-ink py-2 ps-4 pe-2')}>
        <div className="min-w-0 grow basis-56">
          <p className="type-title text-xl [overflow-wrap:anywhere]">{target.name}</p>
          <p className="text-sm text-muted">
            {target.kind === 'known' && !target.isVerified && <strong className="text-ink">{m.directory_review_unverified()} </strong>}
            {target.kind === 'new' && <strong className="text-ink">{m.wizard_target_pending()} </strong>}
            {details}
          </p>
        </div>
        <div className="-ms-4 flex">
          {onEdit && (
            <Button tone="quiet" onClick={onEdit} icon={<Pencil className="size-4" />}>
              {m.wizard_edit()}
            </Button>
          )}
          <Button tone="quiet" onClick={onRemove} icon={<X className="size-4" />}>
            {m.wizard_target_change()}
          </Button>
        </div>
      </div>
    </div>
  )
}
