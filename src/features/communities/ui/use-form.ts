import { useRef, useState } from 'react'
import { focusFirstProblem } from '#features/accounts/ui/form-parts.tsx'
import { signInToReturn } from '#features/accounts/ui/sign-in-to-return.ts'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { communityProblems } from '../field-problems.ts'
import { type FormTexts, wordsIn } from './form-texts.ts'
import { failureMessage, problemTexts } from './problem-text.ts'
import { usePicture } from './use-picture.ts'

type Options = {
  /** Key under which this browser stores the typed texts. */
  place: string
  blank: FormTexts
  /** True for a new community, whose slug can be chosen. */
  isNew: boolean
  failed: (given: { message: string }) => string
}

/** The state of the form: texts stored in this browser until they are saved, pictures and errors. */
export function useForm({ place, blank, isNew, failed }: Options) {
  const kept = useKeptTexts(place, blank)
  const logo = usePicture('community_logo')
  const banner = usePicture('community_banner')
  const form = useRef<HTMLFormElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const { texts } = kept

  function showProblems(problems: Record<string, string>) {
    setErrors(problemTexts(problems))
    if (form.current) focusFirstProblem(form.current)
  }

  function change(changed: Partial<FormTexts>) {
    kept.change(changed)
    setErrors((others) => Object.fromEntries(Object.entries(others).filter(([field]) => !Object.keys(changed).some((name) => concernsText(field, name)))))
  }

  /** Runs `save` if the form is valid. Shows a refusal at the field that it concerns, else above the form. */
  async function submit(save: () => Promise<void>) {
    if (isBusy) return
    setFailure(null)
    setErrors({})
    const problems = communityProblems({ ...wordsIn(texts), ...(isNew ? { slug: texts.slug } : {}) })
    if (Object.keys(problems).length > 0) return showProblems(problems)
    setBusy(true)
    try {
      await save()
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal?.code === 'UNAUTHORIZED') return signInToReturn()
      if (refusal && Object.keys(refusal.fields).length > 0) {
        if (refusal.fields.logoMediaId) logo.forgetSent()
        if (refusal.fields.bannerMediaId) banner.forgetSent()
        showProblems(refusal.fields)
      } else setFailure(failed({ message: failureMessage(error) }))
    } finally {
      setBusy(false)
    }
  }

  return { form, texts, change, keyFor: kept.keyFor, clear: () => kept.clear(), logo, banner, isBusy, errors, failure, submit }
}

/** True if the problem of `field` is cleared when the text `name` changes. */
const concernsText = (field: string, name: string) => field === name || field === `links.${name}` || (name === 'quickLinks' && field.startsWith('quickLinks'))
