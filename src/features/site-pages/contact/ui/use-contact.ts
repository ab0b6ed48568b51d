import { type FormEvent, useRef, useState } from 'react'
import { focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { withProof } from '#platform/client/with-proof.ts'
import type { Viewer } from '#platform/viewer.ts'
import { contactProblems, maySend } from '../policy.ts'
import { isCategory } from '../terms.ts'
import { api } from './api.ts'
import { problemTexts, sendingProblem } from './problem-text.ts'

const blank = { category: '', name: '', email: '', message: '', website: '' }
export type ContactTexts = typeof blank
type State = 'editing' | 'sending' | 'sent'

/** The state of the form on /contact: stores typed text in this browser until it is sent, and sends it. */
export function useContact({ viewer, asked }: { viewer: Viewer | null; asked: string | undefined }) {
  const hasAccount = viewer !== null
  const { texts, change, keyFor, clear } = useKeptTexts(`contact.${viewer?.id ?? 'visitor'}`, blank)
  const [state, setState] = useState<State>('editing')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const category = [texts.category, asked].find(isCategory) ?? 'general'

  function showErrors(problems: Record<string, string>) {
    setErrors(problemTexts(problems))
    if (form.current) focusFirstProblem(form.current)
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (state !== 'editing') return
    setFailure(null)
    setErrors({})
    const problems = contactProblems(texts, { hasAccount })
    if (Object.keys(problems).length > 0) return showErrors(problems)
    const { message, email, name, website } = texts
    const what = { category, message, ...(hasAccount ? {} : { email, name }), ...(website ? { website } : {}) }
    setState('sending')
    try {
      const form = { ...what, ...(hasAccount ? {} : { openSeconds: performance.now() / 1000 }) }
      await withProof((proof) => api.send.call({ ...form, ...(proof && { proof }) }, { context: { idempotencyKey: keyFor(what) } }))
      clear()
      setState('sent')
    } catch (error) {
      setState('editing')
      const fields = refusalOf(error)?.fields ?? {}
      if (Object.keys(fields).length > 0) showErrors(fields)
      else setFailure(sendingProblem(error))
    }
  }

  return {
    form,
    texts,
    category,
    hasAccount,
    errors,
    failure,
    state,
    maySend: maySend(texts, { hasAccount }),
    change(changed: Partial<ContactTexts>) {
      change(changed)
      setErrors((others) => Object.fromEntries(Object.entries(others).filter(([field]) => !(field in changed))))
    },
    send,
    again: () => setState('editing'),
  }
}
