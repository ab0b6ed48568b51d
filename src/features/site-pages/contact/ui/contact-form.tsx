import { CircleAlert } from 'lucide-react'
import { Button } from '#design/button.tsx'
import { SelectField } from '#design/choice-field.tsx'
import { ScriptTrap } from '#design/script-trap.tsx'
import { TextArea, TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import type { Viewer } from '#platform/viewer.ts'
import { categoryName } from '../category-name.ts'
import { contactCategories, contactLimits, redAbove } from '../terms.ts'
import type { useContact } from './use-contact.ts'

export function ContactForm({ contact, viewer }: { contact: ReturnType<typeof useContact>; viewer: Viewer | null }) {
  const { form, texts, category, errors, failure, state, maySend, change, send } = contact
  const isSending = state === 'sending'
  return (
    <form ref={form} method="post" noValidate onSubmit={send} className="relative flex max-w-form flex-col gap-5">
      {/* Before the fields, so that nobody fills them in without being able to send them. */}
      <noscript>
        <p className="font-semibold">{m.contact_other_noscript({ email: brand.contact.general })}</p>
      </noscript>
      <SelectField
        name="category"
        label={m.contact_form_category()}
        options={contactCategories.map((value) => ({ value, label: categoryName(value) }))}
        value={category}
        onChange={({ target }) => change({ category: target.value })}
      />
      {viewer ? (
        <p className="border-s-4 border-line ps-3 text-muted">{m.contact_form_sender({ name: viewer.displayName })}</p>
      ) : (
        <>
          <TextField
            name="email"
            type="email"
            autoComplete="email"
            required
            label={m.contact_form_email()}
            hint={m.contact_form_email_hint()}
            value={texts.email}
            onChange={({ target }) => change({ email: target.value })}
            error={errors.email}
            readOnly={isSending}
          />
          <TextField
            name="name"
            autoComplete="name"
            optional
            label={m.contact_form_name()}
            count={{ max: contactLimits.name }}
            value={texts.name}
            onChange={({ target }) => change({ name: target.value })}
            error={errors.name}
            readOnly={isSending}
          />
        </>
      )}
      <TextArea
        name="message"
        required
        dir="auto"
        rows={8}
        label={m.contact_form_message()}
        count={{ max: contactLimits.message, from: 0, red: redAbove }}
        value={texts.message}
        onChange={({ target }) => change({ message: target.value })}
        error={errors.message}
        readOnly={isSending}
      />
      <ScriptTrap value={texts.website} onChange={(website) => change({ website })} />
      <div role="alert" className="empty:-mb-5">
        {failure !== null && (
          <p className="flex gap-3 rounded-sm border-2 border-danger-text bg-raised px-4 py-3 font-semibold text-danger-text">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            {failure}
          </p>
        )}
      </div>
      <div>
        <Button type="submit" tone="primary" size="lg" pending={isSending} disabled={!maySend}>
          {m.contact_form_send()}
        </Button>
      </div>
    </form>
  )
}
