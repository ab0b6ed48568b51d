import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { TextArea } from '#design/text-field.tsx'
import { useToast } from '#design/toasts.tsx'
import { signInHref } from '#features/accounts/ui/sign-in-href.ts'
import type { Campaign } from '#features/campaigns/contract.ts'
import { endingProblems } from '#features/campaigns/validation/policy.ts'
import { limits } from '#features/campaigns/validation/terms.ts'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { useKeptTexts } from '#platform/client/kept-text.ts'
import { refetchAfterMutation } from '#platform/client/mutation-effects.ts'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { readSite } from '#platform/client/site.ts'
import { api } from './api.ts'
import { endProblemText } from './problem-text.ts'

type VictoryDialogProps = { campaign: Campaign; open: boolean; onClose: () => void }

/** Requests the statement, and warns that a victory cannot be undone. */
export function VictoryDialog({ campaign, open, onClose }: VictoryDialogProps) {
  const queries = useQueryClient()
  const toast = useToast()
  const { href } = useLocation()
  const { texts, change, keyFor, clear } = useKeptTexts(`${readSite().viewer?.id}.victory.${campaign.id}`, { statement: '' })
  const [missing, setMissing] = useState<string | undefined>()
  const declaring = useMutation({
    mutationFn: (statement: string) => {
      const input = { id: campaign.id, statement }
      return api.declareVictory.call(input, { context: { idempotencyKey: keyFor(input) } })
    },
    onSuccess: async () => {
      clear()
      onClose()
      await refetchAfterMutation(queries)
      toast({ text: m.admin_victory_now(), tone: 'victory' })
    },
  })
  function declare() {
    const problems = endingProblems({ statement: texts.statement, isCreator: true })
    setMissing(problems.statement && endProblemText({ code: problems.statement, status: 422, data: { fields: problems } }))
    if (!problems.statement && !declaring.isPending) declaring.mutate(texts.statement)
  }
  const isSignedOut = refusalOf(declaring.error)?.status === 401
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.admin_declare()}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {m.design_cancel()}
          </Button>
          <Button tone="victory" pending={declaring.isPending} onClick={declare}>
            {m.admin_declare()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{m.admin_victory_text(nouns)}</p>
        <TextArea
          label={m.admin_statement()}
          hint={m.admin_statement_hint()}
          rows={7}
          value={texts.statement}
          onChange={(event) => {
            setMissing(undefined)
            change({ statement: event.target.value })
          }}
          count={{ max: limits.statement }}
          error={missing}
        />
        <div role="alert" className="empty:hidden">
          {declaring.isError && (
            <p className="border-s-4 border-danger-text ps-3 font-semibold text-danger-text">
              {endProblemText(declaring.error)}{' '}
              {isSignedOut && (
                <a href={signInHref(href)} className="link">
                  {m.site_nav_sign_in()}
                </a>
              )}
            </p>
          )}
        </div>
      </div>
    </Dialog>
  )
}
