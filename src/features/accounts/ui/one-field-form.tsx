import { type ComponentProps, type FormEvent, useEffect, useState } from 'react'
import { Button } from '#design/button.tsx'
import { TextField } from '#design/text-field.tsx'
import { successMs } from '../terms.ts'
import { filledIn, focusFirstProblem, ServerMessage, ServerProblem } from './form-parts.tsx'
import { problemTexts } from './problem-text.ts'
import type { Sent } from './send.ts'

type OneField = {
  field: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'type' | 'autoComplete'> & { name: string }
  submit: string
  /** The message for an invalid value, or null. */
  problemOf: (value: string) => string | null
  send: (value: string) => Promise<Sent>
  done: string
  /** Called some time after success, so that the message can be read. */
  onDone: () => void
}

export function OneFieldForm({ field, submit, problemOf, send, done, onDone }: OneField) {
  const [value, setValue] = useState('')
  const [fieldProblem, setFieldProblem] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [state, setState] = useState<'ready' | 'sending' | 'done'>('ready')

  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(onDone, successMs)
    return () => clearTimeout(timer)
  }, [state, onDone])

  async function sendIt(given: string) {
    setValue(given)
    const wrong = problemOf(given)
    setFieldProblem(wrong)
    setProblem(null)
    if (wrong !== null) return
    setState('sending')
    const sent = await send(given)
    setState(sent.ok ? 'done' : 'ready')
    if (sent.ok) return
    const refused = problemTexts(sent.fields)[field.name]
    setFieldProblem(refused ?? null)
    if (refused === undefined) setProblem(sent.text)
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state !== 'ready') return
    const form = event.currentTarget
    await sendIt(filledIn(form, field.name))
    focusFirstProblem(form)
  }

  return (
    <form method="post" onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      <ServerProblem text={problem} />
      <TextField
        {...field}
        required
        value={value}
        onChange={(event) => {
          setValue(event.target.value)
          setFieldProblem(null)
        }}
        error={fieldProblem ?? undefined}
      />
      <ServerMessage text={state === 'done' ? done : null} />
      <Button type="submit" tone="primary" size="lg" wide pending={state === 'sending'} disabled={state === 'done'}>
        {submit}
      </Button>
    </form>
  )
}
