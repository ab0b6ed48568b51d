import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#design/button.tsx'
import { CopyButton } from '#design/copy-button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { m } from '#messages'
import type { Claim } from '../contract.ts'
import { linkHours } from '../terms.ts'
import { AddressForm } from './address-form.tsx'
import { api, representationOf } from './api.ts'
import { failureText } from './problem-text.ts'

/** The ways to show control of the domain of a claim. */
export function Proof({ claim, slug }: { claim: Claim; slug: string }) {
  return (
    <section aria-labelledby="proof" className="flex flex-col gap-6">
      <h2 id="proof" className="type-title text-2xl">
        {m.replies_show({ domain: claim.domain })}
      </h2>
      <DnsProof claim={claim} slug={slug} />
      {claim.mail === 'possible' && <MailProof claim={claim} />}
      {claim.mail === 'unconfirmed' && <p className="border-t border-line pt-6 text-muted">{m.replies_mail_unconfirmed({ domain: claim.domain })}</p>}
      {claim.mail === 'never' && <p className="border-t border-line pt-6 text-muted">{m.replies_mail_never({ domain: claim.domain })}</p>}
    </section>
  )
}

function DnsProof({ claim, slug }: { claim: Claim; slug: string }) {
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [isChecking, setChecking] = useState(false)
  async function check() {
    setProblem(undefined)
    setChecking(true)
    try {
      const { result, claim: now } = await api.checkDns.call({ id: claim.id })
      if (result === 'missing') setProblem(m.replies_missing())
      if (result === 'unavailable') setProblem(m.replies_unavailable())
      queryClient.setQueryData(representationOf(slug).queryKey, (before) => before && { ...before, claim: now })
    } catch (error) {
      setProblem(failureText(error))
    }
    setChecking(false)
  }
  return (
    <div className="flex flex-col gap-4">
      <h3 className="text-lg font-semibold">{m.replies_by_dns()}</h3>
      <p>{m.replies_by_dns_text({ domain: claim.domain })}</p>
      <dl className="flex flex-col gap-3 border border-line bg-sunk p-4">
        <RecordPart label={m.replies_record_name()} text={claim.record.name} copy={m.replies_copy_name()} />
        <RecordPart label={m.replies_record_value()} text={claim.record.value} copy={m.replies_copy_value()} />
      </dl>
      {problem && <FailureText>{problem}</FailureText>}
      <div>
        <Button tone="primary" pending={isChecking} onClick={check}>
          {m.replies_check()}
        </Button>
      </div>
    </div>
  )
}

function RecordPart({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex flex-wrap items-end justify-between gap-2">
        <code className="min-w-0 grow basis-60 text-sm [overflow-wrap:anywhere]">{text}</code>
        <CopyButton size="sm" text={text} label={copy} />
      </dd>
    </div>
  )
}

function MailProof({ claim: { id, domain } }: { claim: Claim }) {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-6">
      <h3 className="text-lg font-semibold">{m.replies_by_mail()}</h3>
      <p>{m.replies_by_mail_text({ domain })}</p>
      <AddressForm
        domain={domain}
        action={m.replies_send()}
        send={(address) => api.sendLink.call({ id, address })}
        sent={m.replies_sent({ hours: linkHours })}
      />
    </div>
  )
}
