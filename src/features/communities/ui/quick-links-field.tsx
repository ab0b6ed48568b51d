import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '#design/button.tsx'
import { ErrorText, HintText } from '#design/field-texts.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { communityLimits } from '../terms.ts'
import type { LinkRow } from './form-texts.ts'

type LinksProps = { rows: readonly LinkRow[]; onChange: (rows: LinkRow[]) => void; errors: Record<string, string>; readOnly: boolean }

export function QuickLinksField({ rows, onChange, errors, readOnly }: LinksProps) {
  const id = useId()
  const set = (at: number, change: Partial<LinkRow>) => onChange(rows.map((row, place) => (place === at ? { ...row, ...change } : row)))
  return (
    <fieldset aria-describedby={`${id}-hint`} className="flex min-w-0 flex-col gap-3">
      <legend className="font-semibold">{m.communities_form_quick_links()}</legend>
      <HintText id={id} hint={m.communities_form_quick_links_hint()} />
      {rows.map(({ title, url }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index, and its texts are kept in the parent.
        <div key={at} className="flex items-start gap-2">
          <div className="grid min-w-0 grow gap-3 sm:grid-cols-[2fr_3fr]">
            <TextField
              label={m.communities_form_link_title({ number: at + 1 })}
              name={`quickLinks.${at}.title`}
              dir="auto"
              count={{ max: communityLimits.linkTitle }}
              value={title}
              onChange={({ target }) => set(at, { title: target.value })}
              error={errors[`quickLinks.${at}.title`]}
              readOnly={readOnly}
            />
            <TextField
              label={m.communities_form_link_url({ number: at + 1 })}
              name={`quickLinks.${at}.url`}
              type="url"
              inputMode="url"
              placeholder="https://"
              value={url}
              onChange={({ target }) => set(at, { url: target.value })}
              error={errors[`quickLinks.${at}.url`]}
              readOnly={readOnly}
            />
          </div>
          <IconButton
            label={m.communities_form_link_remove({ number: at + 1 })}
            className="mt-7"
            disabled={readOnly}
            onClick={() => onChange(rows.filter((_, place) => place !== at))}
          >
            <X className="size-5" />
          </IconButton>
        </div>
      ))}
      <ErrorText id={id} error={errors.quickLinks} />
      <div>
        <Button
          size="sm"
          icon={<Plus className="size-4" aria-hidden="true" />}
          disabled={readOnly || rows.length >= communityLimits.quickLinks}
          onClick={() => onChange([...rows, { title: '', url: '' }])}
        >
          {m.communities_form_link_add()}
        </Button>
      </div>
    </fieldset>
  )
}
