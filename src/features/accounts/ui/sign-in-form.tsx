import { revalidateLogic, useForm } from '@tanstack/react-form'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button } from '#design/button.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { emailOf, isEmail } from '../policy.ts'
import { safeReturnTo } from '../return-to.ts'
import { filledIn, focusFirstProblem, ServerProblem, type StatementLink } from './form-parts.tsx'
import { type Sent, send } from './send.ts'

const empty = { email: '', password: '' }
type Field = keyof typeof empty
const fieldNames: readonly Field[] = ['email', 'password']

function problemsOf({ email, password }: typeof empty) {
  const fields: Partial<Record<Field, string>> = {}
  if (!isEmail(emailOf(email))) fields.email = m.accounts_error_email_invalid()
  if (password === '') fields.password = m.accounts_error_password_required()
  return Object.keys(fields).length ? { fields } : undefined
}

/** The statement of the suspension for which the sign-in was refused. */
function statementOf({ refusal }: { refusal?: unknown }): StatementLink | null {
  const { decisionId: id, statementToken: token } = Object(Object(refusal).data)
  return typeof id === 'string' && typeof token === 'string' ? { id, token } : null
}

type SignInFormProps = { returnTo: string | undefined; join: string | undefined; email: string | undefined }

/** Works before hydration and without JavaScript. `join`: the id of the form's join intention. `email`: the address of an account that was just created. */
export function SignInForm({ returnTo, join, email = '' }: SignInFormProps) {
  const [problem, setProblem] = useState<Extract<Sent, { ok: false }> | null>(null)
  const [leaving, setLeaving] = useState(false)
  const form = useForm({
    defaultValues: { ...empty, email },
    validationLogic: revalidateLogic(),
    validators: { onDynamic: ({ value }) => problemsOf(value) },
    async onSubmit({ value }) {
      setProblem(null)
      const sent = await send('sign-in/email', { ...value, ...(join ? { join } : {}) })
      if (!sent.ok) return setProblem(sent)
      setLeaving(true)
      // A full page load, so that every page is rendered for the person who signed in. Back skips this form.
      window.location.replace(safeReturnTo(returnTo, window.location.origin) ?? '/')
    },
  })

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const element = event.currentTarget
    for (const name of fieldNames) form.setFieldValue(name, filledIn(element, name), { dontUpdateMeta: true })
    await form.handleSubmit()
    focusFirstProblem(element)
  }

  return (
    <form method="post" action="/api/auth/sign-in/form" onSubmit={submit} noValidate className="flex flex-col gap-5">
      {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
      {join && <input type="hidden" name="join" value={join} />}
      <ServerProblem text={problem?.text ?? null} statement={problem && statementOf(problem)} />
      <form.Field name="email">
        {(field) => (
          <TextField
            label={m.accounts_email()}
            name={field.name}
            type="email"
            autoComplete="email"
            required
            value={field.state.value}
            onChange={(event) => field.handleChange(event.target.value)}
            error={field.state.meta.errors[0]}
          />
        )}
      </form.Field>
      <form.Field name="password">
        {(field) => (
          <TextField
            label={m.accounts_password()}
            name={field.name}
            type="password"
            autoComplete="current-password"
            required
            value={field.state.value}
            onChange={(event) => field.handleChange(event.target.value)}
            error={field.state.meta.errors[0]}
          />
        )}
      </form.Field>
      <Link
        to="/auth"
        search={{ returnTo, join, mode: 'forgot' }}
        replace
        className="link -my-3 inline-flex min-h-11 items-center self-start text-sm font-semibold"
      >
        {m.accounts_forgot_password()}
      </Link>
      <form.Subscribe selector={(state) => state.isSubmitting}>
        {(isSubmitting) => (
          <Button type="submit" tone="primary" size="lg" wide pending={isSubmitting || leaving}>
            {m.accounts_sign_in()}
          </Button>
        )}
      </form.Subscribe>
    </form>
  )
}
