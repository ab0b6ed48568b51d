import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useState } from 'react'
import { Button } from '#design/button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { reasonProblems } from '#features/moderation/policy.ts'
import { m } from '#messages'
import { fieldTexts } from '#platform/client/field-problem-texts.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { useRequestKey } from '#platform/client/request-key.ts'
import type { InvalidationPreview, Selection } from '../contract.ts'
import { noteProblems, selectionProblems } from '../policy.ts'
import { api, corrections } from './api.ts'
import { type Chosen, nothingChosen, selectionOf } from './chosen-selection.ts'
import { Conditions } from './conditions.tsx'
import { problemTexts } from './problem-text.ts'
import { SelectedPledges } from './selected-pledges.tsx'
import { TextsFields } from './texts-fields.tsx'

type FormProps = { ref: RefObject<HTMLElement | null>; campaignId: string | undefined; chosen: Chosen; onChoose: (chosen: Chosen) => void }
/** The numbers belong to this selection. */
type Counted = { selection: Selection; preview: InvalidationPreview }

const noTexts = { reason: '', note: '' }

/** Counts the selected pledges first. The reason, the note and the button appear below the numbers and disappear when the selection changes. */
export function SelectionForm({ ref, campaignId, chosen, onChoose }: FormProps) {
  const queryClient = useQueryClient()
  const requestKey = useRequestKey()
  const [counted, setCounted] = useState<Counted | null>(null)
  const [texts, setTexts] = useState(noTexts)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [pending, setPending] = useState<'count' | 'start' | null>(null)
  const selection = selectionOf(chosen, campaignId)
  const isCurrent = counted !== null && JSON.stringify(counted.selection) === JSON.stringify(selection)

  /** Runs a request and shows what the server refuses at its fields. Returns true if it succeeded. */
  async function attempt(what: 'count' | 'start', found: Record<string, string>, act: () => Promise<void>): Promise<boolean> {
    setProblems(fieldTexts(found, problemTexts))
    setFailure(undefined)
    if (Object.keys(found).length > 0 || pending) return false
    setPending(what)
    try {
      await act()
      return true
    } catch (error) {
      const fields = refusalOf(error)?.fields ?? {}
      setProblems(fieldTexts(fields, problemTexts))
      if (Object.keys(fields).length === 0) setFailure(what === 'count' ? m.corrections_preview_failed() : m.corrections_start_failed())
      return false
    } finally {
      setPending(null)
    }
  }

  const count = () => attempt('count', selectionProblems(selection), async () => setCounted({ selection, preview: await api.preview.call(selection) }))

  async function start() {
    const input = { selection, ...texts }
    const found = { ...reasonProblems(texts.reason), ...noteProblems(texts.note) }
    const isStarted = await attempt('start', found, async () => {
      await api.start.call(input, { context: { idempotencyKey: requestKey.keyFor(input) } })
    })
    if (!isStarted) return
    requestKey.clear()
    setCounted(null)
    setTexts(noTexts)
    onChoose(nothingChosen)
    await queryClient.invalidateQueries({ queryKey: corrections().queryKey })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (isCurrent ? start() : count())
  }
  return (
    <section ref={ref} tabIndex={-1} className="mt-12 scroll-mt-4 border-t-4 border-ink pt-6 outline-none">
      <h2 className="type-title text-2xl">{m.corrections_select()}</h2>
      <p className="mt-1 max-w-prose text-muted">{m.corrections_select_hint()}</p>
      <form onSubmit={submit} noValidate className="mt-5 flex flex-col gap-5">
        <Conditions chosen={chosen} problems={problems} onChoose={onChoose} />
        {[problems.selection, problems.campaignId, failure].map((text) => text && <FailureText key={text}>{text}</FailureText>)}
        {!isCurrent && (
          <Button type="submit" pending={pending === 'count'} className="self-start">
            {m.corrections_preview()}
          </Button>
        )}
        {isCurrent && (
          <>
            <SelectedPledges preview={counted.preview} />
            <TextsFields texts={texts} problems={problems} onChange={setTexts} />
            <Button type="submit" tone="primary" pending={pending === 'start'} className="self-start">
              {m.corrections_start()}
            </Button>
          </>
        )}
      </form>
    </section>
  )
}
