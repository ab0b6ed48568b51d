import { type ComponentType, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextField } from '#design/text-field.tsx'
import { slugFrom } from '#features/campaigns/ui/browse-search.ts'
import { m } from '#messages'
import { searchLength } from '#platform/terms.ts'
import type { TypeAheadProps } from './target-type-ahead.tsx'

export type TargetFieldProps = { slug: string; name: string | null; onChoose: () => void }

/** A text field that a form sends as it is. The code of its type-ahead list loads on first focus. */
export function TargetField({ slug, name, onChoose }: TargetFieldProps) {
  const [typeAhead, setTypeAhead] = useState<{ Part: ComponentType<TypeAheadProps>; typed: string } | null>(null)
  // The name if its derived slug is right, so that the form also works without JavaScript.
  const shown = name !== null && slugFrom(name) === slug ? name : slug
  if (typeAhead) return <typeAhead.Part initial={shown} typed={typeAhead.typed} onChoose={onChoose} />
  return (
    <TextField
      label={m.campaigns_filter_target()}
      name="target"
      defaultValue={shown}
      placeholder={m.campaigns_filter_target_placeholder()}
      autoComplete="off"
      maxLength={searchLength}
      onFocus={({ currentTarget }) => {
        import('./target-type-ahead.tsx').then(
          ({ TargetTypeAhead }) => {
            // The focus has moved on, so it must not be taken back. The next focus tries again.
            if (currentTarget !== document.activeElement) return
            // Synchronous, with the focus: no key press can be lost between reading the text and replacing the field.
            flushSync(() => setTypeAhead({ Part: TargetTypeAhead, typed: currentTarget.value }))
          },
          () => {},
        )
      }}
    />
  )
}
