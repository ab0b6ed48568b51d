import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { TextField } from '#design/text-field.tsx'
import { useToast } from '#design/toasts.tsx'
import { m } from '#messages'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { normalized } from '#platform/text.ts'
import { api } from './api.ts'
import { FormFailure } from './form-failure.tsx'
import { failureMessage } from './problem-text.ts'

/** Deletes a community. The owner must type its name to confirm. */
export function DeleteCommunity({ id, name }: { id: string; name: string }) {
  const queryClient = useQueryClient()
  const { history } = useRouter()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isSure = normalized(typed) === name

  async function remove() {
    if (!isSure || isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await api.remove.call({ id })
    } catch (error) {
      setBusy(false)
      return setFailure(m.communities_delete_failed({ message: failureMessage(error) }))
    }
    toast({ text: m.communities_deleted({ name }) })
    history.push('/communities')
    // The deleted community must not appear from the cache when the reader navigates back.
    queryClient.removeQueries({ queryKey: api.get.key() })
    void refetchAfterMutation(queryClient)
  }

  return (
    <section className="mt-12 max-w-form border-t-2 border-danger-text pt-4">
      <h2 className="type-title text-xl">{m.communities_delete_title()}</h2>
      <p className="mt-2 max-w-prose">{m.communities_delete_text()}</p>
      <Button tone="danger" className="mt-4" onClick={() => setOpen(true)} icon={<Trash2 className="size-5" aria-hidden="true" />}>
        {m.communities_delete_button()}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={m.communities_delete_question({ name })}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{m.design_cancel()}</Button>
            <Button tone="danger" disabled={!isSure} pending={isBusy} onClick={remove}>
              {m.communities_delete_button()}
            </Button>
          </>
        }
      >
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void remove()
          }}
        >
          <p>{m.communities_delete_text()}</p>
          <TextField
            dir="auto"
            autoComplete="off"
            label={m.communities_delete_type({ name })}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            readOnly={isBusy}
          />
          <FormFailure text={failure} />
        </form>
      </Dialog>
    </section>
  )
}
