import { revalidateLogic, useForm } from '@tanstack/react-form'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '#design/button.tsx'
import { ScriptTrap } from '#design/script-trap.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { proofFor } from '#platform/client/with-proof.ts'
import { signUpProblems } from '../policy.ts'
import { accountLimits } from '../terms.ts'
import { filledIn, focusFirstProblem, ServerProblem } from './form-parts.tsx'
import { problemTexts } from './problem-text.ts'
import { send } from './send.ts'

const empty = { name: '', email: '', username: '', password: '', confirm: '' }
type Field = keyof typeof empty

type FieldLook = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'count' | 'optional' | 'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'>

const looks = (): [Field, FieldLook][] => [
  ['name', { label: m.accounts_full_name(), hint: m.accounts_full_name_hint(), count: { max: accountLimits.fullName }, autoComplete: 'name' }],
  ['email', { label: m.accounts_email(), type: 'email', autoComplete: 'email' }],
  ['password', { label: m.accounts_password(), type: 'password', autoComplete: 'new-password' }],
  ['confirm', { label: m.accounts_confirm_password(), type: 'password', autoComplete: 'new-password' }],
  [
    'username',
    {
      label: m.accounts_username(),
      hint: m.accounts_username_hint(),
      count: { max: accountLimits.username },
      optional: true,
      autoComplete: 'nickname',
      autoCapitalize: 'none',
      spellCheck: false,
    },
  ],
]

function problemsOf(value: typeof empty) {
  const fields = problemTexts(signUpProblems(value))
  if (value.password !== value.confirm) fields.confirm = m.accounts_error_passwords_differ()
  return Object.keys(fields).length ? { fields } : undefined
}

/** `onDone` is called with the address after the account was created. `join`: the id of the form's join intention. */
export function SignUpForm({ join, onDone }: { join: string | undefined; onDone: (email: string) => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const trap = useRef<HTMLDivElement>(null)
  const [refusals, setRefusals] = useState<Record<string, string>>({})
  const form = useForm({
    defaultValues: empty,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: ({ value }) => problemsOf(value) },
    async onSubmit({ value: { confirm, ...account } }) {
      setProblem(null)
      setRefusals({})
      const website = trap.current?.querySelector('input')?.value ?? ''
      const form = { ...account, openSeconds: performance.now() / 1000, ...(join && { join }), ...(website && { website }) }
      let sent = await send('sign-up/email', form)
      const proof = sent.ok ? null : await proofFor(sent.refusal)
      if (proof !== null) sent = await send('sign-up/email', { ...form, proof })
      if (sent.ok) return onDone(account.email)
      setRefusals(problemTexts(sent.fields))
      if (Object.keys(sent.fields).length === 0) setProblem(sent.text)
    },
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    for (const [name] of looks()) form.setFieldValue(name, filledIn(element, name), { dontUpdateMeta: true })
    await form.handleSubmit()
    focusFirstProblem(element)
  }

  function change(name: Field, value: string) {
    form.setFieldValue(name, value)
    setRefusals(({ [name]: _corrected, ...others }) => others)
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-5">
      <ServerProblem text={problem} />
      <div ref={trap}>
        <ScriptTrap />
      </div>
      {looks().map(([name, look]) => (
        <form.Field key={name} name={name}>
          {(field) => {
            const error = field.state.meta.errors[0] ?? refusals[name]
            const input = (
              <TextField
                {...look}
                name={name}
                required={!look.optional}
                value={field.state.value}
                onChange={(event) => change(name, event.target.value)}
                error={error}
              />
            )
            return look.optional ? <Folded isOpen={error !== undefined || field.state.value !== ''}>{input}</Folded> : input
          }}
        </form.Field>
      ))}
      <form.Subscribe selector={(state) => state.isSubmitting}>
        {(isSubmitting) => (
          <Button type="submit" tone="primary" size="lg" wide pending={isSubmitting}>
            {m.accounts_sign_up()}
          </Button>
        )}
      </form.Subscribe>
    </form>
  )
}

/** Optional fields in a closed `details` element. It opens automatically if a field in it has a value or an error. */
function Folded({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [isPressed, setPressed] = useState(false)
  return (
    <details open={isPressed || isOpen} onToggle={({ currentTarget }) => setPressed(currentTarget.open)}>
      <summary className="link inline-flex min-h-11 items-center gap-1 text-sm font-semibold">
        {m.accounts_add_username()}
        <ChevronDown className="turns size-4" aria-hidden="true" />
      </summary>
      {children}
    </details>
  )
}
