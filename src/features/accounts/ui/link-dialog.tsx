import { type FormEvent, useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { type WayName, wayTitles } from '../ways.ts'
import { filledIn, ServerProblem } from './form-parts.tsx'
import { goTo } from './go-to.ts'
import { useGoing } from './use-going.ts'

/** Requests the password before another site is linked. */
export function LinkDialog({ name, onClose }: { name: WayName | null; onClose: () => void }) {
  const [leaving, setLeaving] = useGoing<WayName>()
  const [wrong, setWrong] = useState<string | undefined>()
  const [problem, setProblem] = useState<string | null>(null)

  function close() {
    setWrong(undefined)
    setProblem(null)
    onClose()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (name === null || leaving) return
    const password = filledIn(event.currentTarget, 'password')
    if (password === '') return setWrong(m.accounts_error_password_required())
    setWrong(undefined)
    setProblem(null)
    setLeaving(name)
    const left = await goTo(`link/${name}`, { password })
    if (left.ok) return
    setLeaving(null)
    if (left.field) setWrong(left.field)
    else setProblem(left.text)
  }

  const named = { name: name ? wayTitles[name] : '' }
  return (
    <Dialog
      open={name !== null}
      onClose={close}
      title={m.accounts_ways_link_title(named)}
      footer={
        <>
          <Button tone="quiet" onClick={close}>
            {m.design_cancel()}
          </Button>
          <Button tone="primary" type="submit" form="link-way" pending={leaving !== null}>
            {m.accounts_ways_link()}
          </Button>
        </>
      }
    >
      <form id="link-way" method="post" onSubmit={submit} noValidate className="flex flex-col gap-5">
        <p>{m.accounts_ways_link_text(named)}</p>
        <ServerProblem text={problem} />
        <TextField label={m.accounts_password()} name="password" type="password" autoComplete="current-password" required error={wrong} />
      </form>
    </Dialog>
  )
}
