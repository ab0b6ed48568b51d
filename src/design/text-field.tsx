import { type ComponentProps, useState } from 'react'
import { controlClass, cx } from './classes.ts'
import { CharacterCounter } from './counter.tsx'
import { FieldFrame, type FieldTexts, useFieldIds } from './field.tsx'

/** `count` shows a CharacterCounter with these options. */
type Counted = { count?: { max: number; from?: number; red?: number } }

type TextFieldProps = Omit<ComponentProps<'input'>, 'className'> & FieldTexts & Counted & { className?: string }

export function TextField({ id: given, label, hint, error, optional, count, className, onChange, ...rest }: TextFieldProps) {
  const { id, described } = useFieldIds(given, { label, hint, error })
  const [typed, setTyped] = useState(rest.defaultValue)
  const counter = count && <CharacterCounter value={String(rest.value ?? typed ?? '')} {...count} />
  return (
    <FieldFrame {...{ id, label, hint, error, optional, counter, className }}>
      <input
        {...rest}
        {...described}
        id={id}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange?.(event)
        }}
        className={controlClass}
      />
    </FieldFrame>
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className'> & FieldTexts & Counted & { className?: string }

export function TextArea({ id: given, label, hint, error, optional, count, className, onChange, rows = 4, ...rest }: TextAreaProps) {
  const { id, described } = useFieldIds(given, { label, hint, error })
  const [typed, setTyped] = useState(rest.defaultValue)
  const counter = count && <CharacterCounter value={String(rest.value ?? typed ?? '')} {...count} />
  return (
    <FieldFrame {...{ id, label, hint, error, optional, counter, className }}>
      <textarea
        {...rest}
        {...described}
        id={id}
        rows={rows}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange?.(event)
        }}
        className={cx(controlClass, 'resize-y py-2 leading-snug')}
      />
    </FieldFrame>
  )
}
