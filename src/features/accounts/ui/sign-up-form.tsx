import { revalidateLogic, useForm } from '@tanstack/react-form'
import { type ComponentProps, type FormEvent, useEffect, useState } from 'react'
import { Button } from '#design/button.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { accountLimits, signUpProblems } from '../policy.ts'
import { filledIn, focusFirstProblem, ServerMessage, ServerProblem } from './form-parts.tsx'
import { problemTexts } from './problem-text.ts'
import { send } from './send.ts'

const empty = { name: '', email: '', username: '', password: '', confirm: '' }
type Field = keyof typeof empty
const shownMs = 2_000

type Look = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'count' | 'optional' | 'type' | 'autoComplete' | 'autoCapitalize' | 'spellCheck'>

const looks = (): [Field, Look][] => [
  ['name', { label: m.accounts_full_name(), hint: m.accounts_full_name_hint(), count: { max: accountLimits.fullName }, autoComplete: 'name' }],
  ['email', { label: m.accounts_email(), type: 'email', autoComplete: 'email' }],
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
  ['password', { label: m.accounts_password(), type: 'password', autoComplete: 'new-password' }],
  ['confirm', { label: m.accounts_confirm_password(), type: 'password', autoComplete: 'new-password' }],
]

function problemsOf(value: typeof empty) {
  const fields = problemTexts(signUpProblems(value))
  if (value.password !== value.confirm) fields.confirm = m.accounts_error_passwords_differ()
  return Object.keys(fields).length ? { fields } : undefined
}

/** `onDone` is called two seconds after the account was made, when its message has been read. */
export function SignUpForm({ onDone }: { onDone: () => void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [refusals, setRefusals] = useState<Record<string, string>>({})
  const [done, setDone] = useState(false)
  const form = useForm({
    defaultValues: empty,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: ({ value }) => problemsOf(value) },
    async onSubmit({ value: { confirm, ...account } }) {
      setProblem(null)
      setRefusals({})
      const sent = await send('sign-up/email', account)
      if (sent.ok) return setDone(true)
      setRefusals(problemTexts(sent.fields))
      if (Object.keys(sent.fields).length === 0) setProblem(sent.text)
    },
  })

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(onDone, shownMs)
    return () => clearTimeout(timer)
  }, [done, onDone])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (done) return
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
      {looks().map(([name, look]) => (
        <form.Field key={name} name={name}>
          {(field) => (
            <TextField
              {...look}
              name={name}
              required={!look.optional}
              value={field.state.value}
              onChange={(event) => change(name, event.target.value)}
              error={field.state.meta.errors[0] ?? refusals[name]}
            />
          )}
        </form.Field>
      ))}
      <ServerMessage text={done ? m.accounts_signed_up() : null} />
      <form.Subscribe selector={(state) => state.isSubmitting}>
        {(isSubmitting) => (
          <Button type="submit" tone="primary" size="lg" wide pending={isSubmitting} disabled={done}>
            {m.accounts_sign_up()}
          </Button>
        )}
      </form.Subscribe>
    </form>
  )
}
