import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { Dialog } from '#design/dialog.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { SwitchField } from '#design/switch-field.tsx'
import { TextField } from '#design/text-field.tsx'
import { ReasonDialog } from '#features/moderation/ui/reason-dialog.tsx'
import { m } from '#messages'
import { type KnownRefusal, refusalOf } from '#platform/client/refusal-of.ts'
import { lastPart } from '#platform/last-part.ts'
import type { OpenClaim } from '../contract.ts'
import { api } from './api.ts'
import { domainText } from './problem-text.ts'

type ClaimDialogProps = { claim: OpenClaim; onDone: () => Promise<void>; onClose: () => void }

/** Asks for the reason why a claim is declined. */
export const DeclineDialog = ({ claim: { id, domain, target }, onDone, onClose }: ClaimDialogProps) => (
  <ReasonDialog
    title={m.replies_decline_named({ domain, name: target.name })}
    action={m.replies_decline()}
    hint={m.replies_reason_hint()}
    save={async (reason) => {
      await api.decide.call({ id, outcome: 'declined', reason })
      await onDone()
    }}
    onClose={onClose}
    failed={m.replies_decide_failed}
  />
)

type DomainDialogProps = { given: { slug: string; domain: string } } & Omit<ClaimDialogProps, 'claim'>

type DomainProblem = { slug?: string; domain?: string }

function problemOf(refused: KnownRefusal | null): DomainProblem {
  if (refused?.code === 'NOT_FOUND') return { slug: m.replies_error_company() }
  if (refused?.code === 'MAIL_SHOWS_NOTHING') return { domain: m.replies_shared_domain() }
  const domain = domainText(refused?.fields.domain)
  return domain ? { domain } : {}
}

/** Confirms a domain as the website of a company. */
export function DomainDialog({ given, onDone, onClose }: DomainDialogProps) {
  const [{ slug, domain }, setTexts] = useState(given)
  const [isForStaff, setForStaff] = useState(false)
  const [problem, setProblem] = useState<DomainProblem>({})
  const [isSaving, setSaving] = useState(false)
  const [isFailed, setFailed] = useState(false)

  async function save() {
    if (isSaving) return
    setProblem({})
    setFailed(false)
    setSaving(true)
    try {
      await api.confirmDomain.call({ slug: lastPart(slug), domain, takesMail: isForStaff })
      await onDone()
      onClose()
    } catch (error) {
      const found = problemOf(refusalOf(error))
      setProblem(found)
      setFailed(Object.keys(found).length === 0)
      setSaving(false)
    }
  }

  const footer = (
    <>
      <Button tone="quiet" onClick={onClose}>
        {m.design_cancel()}
      </Button>
      <Button tone="primary" pending={isSaving} onClick={() => void save()}>
        {m.replies_confirm_domain()}
      </Button>
    </>
  )
  return (
    <Dialog open title={m.replies_confirm_domain()} onClose={onClose} footer={footer} atBottom>
      <div className="flex flex-col gap-5">
        <p>{m.replies_confirm_domain_text()}</p>
        <TextField
          label={m.replies_confirm_slug()}
          hint={m.replies_confirm_slug_hint()}
          value={slug}
          onChange={({ target }) => setTexts({ slug: target.value, domain })}
          error={problem.slug}
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          label={m.replies_domain()}
          value={domain}
          onChange={({ target }) => setTexts({ slug, domain: target.value })}
          error={problem.domain}
          autoCapitalize="none"
          spellCheck={false}
        />
        <SwitchField label={m.replies_confirm_mail()} hint={m.replies_confirm_mail_hint()} checked={isForStaff} onChange={setForStaff} />
        {isFailed && <FailureText>{m.replies_decide_failed()}</FailureText>}
      </div>
    </Dialog>
  )
}
