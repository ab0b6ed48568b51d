import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { signInHref } from '#features/accounts/ui/sign-in-href.ts'
import { usePosting } from '#features/media/ui/use-posting.ts'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import { changeItems } from '#platform/client/pages.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { FieldProblems } from '#platform/refusal.ts'
import { normalized } from '#platform/text.ts'
import type { Update } from '../contract.ts'
import { updateProblems } from '../policy.ts'
import { api } from './api.ts'
import { fieldText, postProblem } from './problem-text.ts'

export type UpdateFormOptions = {
  campaignId: string
  viewerId: string
  /** The address to return to after signing in again. */
  returnTo: string
  requireTitle: boolean
  onPosted?: ((update: Update) => void) | undefined
}

/** An update that is being written. Its texts are stored in this browser until it is posted; the idempotency key prevents a second update. */
export function usePostUpdate({ campaignId, viewerId, returnTo, requireTitle, onPosted }: UpdateFormOptions) {
  const queryClient = useQueryClient()
  const { texts, change, keyFor, clear } = useKeptTexts(updateFormKey(viewerId, campaignId), { title: '', body: '' })
  const [fields, setFields] = useState<FieldProblems>({})
  const posting = usePosting('campaign_update', { onSignedOut: () => window.location.assign(signInHref(returnTo)), onFailed })

  function onFailed(error: unknown): string | null {
    const refused = refusalOf(error)?.fields ?? {}
    setFields(refused)
    return fieldText(refused.title) || fieldText(refused.body) ? null : postProblem(error)
  }

  async function send(mediaIds: string[]) {
    const input = { id: campaignId, title: texts.title, body: texts.body, mediaIds }
    const update = await api.post.call(input, { context: { idempotencyKey: keyFor(input) } })
    let isFirst = true
    changeItems<Update>(queryClient, api.list.key({ input: { id: campaignId } }), (items) => {
      const next = isFirst ? [update, ...items.filter(({ id }) => id !== update.id)] : items
      isFirst = false
      return next
    })
    clear()
    onPosted?.(update)
  }

  function post() {
    const found: FieldProblems = { ...updateProblems(texts), ...(requireTitle && !normalized(texts.title) ? { title: 'TITLE_BLANK' } : {}) }
    setFields(found)
    posting.post({ isFit: Object.keys(found).length === 0, send })
  }

  const errors = {
    title: fieldText(fields.title),
    body: fieldText(fields.body),
  }
  return { posting, texts, change, errors, post }
}

/** Form key under which the texts of an unsent update are stored. */
export const updateFormKey = (viewerId: string, campaignId: string) => `${viewerId}.update.${campaignId}`
