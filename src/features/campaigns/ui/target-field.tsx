import { type ComponentType, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { slugFrom } from './browse-search.ts'
import type { TypeAheadProps } from './target-type-ahead.tsx'

type TargetFieldProps = { slug: string; name: string | null; onChoose: () => void }

/** A text field that a form sends as it is; the list of targets comes to it when it is first used. */
export function TargetField({ slug, name, onChoose }: TargetFieldProps) {
  const [typeAhead, setTypeAhead] = useState<{ Part: ComponentType<TypeAheadProps>; typed: string } | null>(null)
  // The name where it leads back to the slug by itself, so that the form is right without JavaScript too.
  const shown = name !== null && slugFrom(name) === slug ? name : slug
  if (typeAhead) return <typeAhead.Part initial={shown} typed={typeAhead.typed} onChoose={onChoose} />
  return (
    <TextField
      label={m.campaigns_filter_target()}
      name="target"
      defaultValue={shown}
      placeholder={m.campaigns_filter_target_placeholder()}
      autoComplete="off"
      maxLength={200}
      onFocus={({ currentTarget }) => {
        import('./target-type-ahead.tsx').then(
          ({ TargetTypeAhead }) => {
            // Who went on to another field meanwhile is not fetched back; the next focus asks again.
            if (currentTarget !== document.activeElement) return
            // At once, with the focus: no key is pressed between what was read and the field that has it.
            flushSync(() => setTypeAhead({ Part: TargetTypeAhead, typed: currentTarget.value }))
          },
          () => {},
        )
      }}
    />
  )
}
