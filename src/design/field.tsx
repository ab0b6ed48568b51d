import { type ReactNode, useId } from 'react'
import { m } from '#messages'
import { cx } from './classes.ts'
import { ErrorText, HintText } from './field-texts.tsx'

export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Shows "optional" beside the label. */
  optional?: boolean
}

type FieldFrameProps = FieldTexts & {
  id: string
  counter?: ReactNode
  className?: string
  children: ReactNode
}

/** Returns the ids and ARIA attributes that link a control to its hint and error. */
export function useFieldIds(given: string | undefined, { hint, error }: FieldTexts) {
  const own = useId()
  const id = given ?? own
  return {
    id,
    described: {
      'aria-describedby': cx(error && `${id}-error`, hint !== undefined && `${id}-hint`) || undefined,
      'aria-invalid': error ? true : undefined,
    },
  }
}

export function FieldFrame({ id, label, hint, error, optional, counter, className, children }: FieldFrameProps) {
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="flex items-baseline justify-between gap-4 font-semibold">
        <span>{label}</span>
        {optional && <span className="text-sm font-normal text-muted">{m.design_optional()}</span>}
      </label>
      <HintText id={id} hint={hint} />
      {children}
      <div className="flex items-start justify-between gap-4">
        <ErrorText id={id} error={error} />
        {counter}
      </div>
    </div>
  )
}
