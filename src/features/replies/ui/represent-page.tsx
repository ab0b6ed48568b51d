import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Button } from '#design/button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { Breadcrumb } from '#design/navigation.tsx'
import { PageLoading, StaticFailedPage } from '#design/page-states.tsx'
import { EmptyPage } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import type { Claim, Representation } from '../contract.ts'
import { api, representationOf } from './api.ts'
import { DomainForm } from './domain-form.tsx'
import { Proof } from './proof.tsx'
import { StatementForms } from './statement-form.tsx'

/** The page where somebody claims to represent a company, proves this, and writes statements for the company. */
export function RepresentPage({ slug }: { slug: string }) {
  const { data } = useQuery(representationOf(slug))
  if (!data) return <NoCompany />
  const { target, claim } = data
  return (
    <div className="page-column py-6 md:py-10">
      <Breadcrumb
        trail={[
          <a key="target" href={`/targets/${encodeURIComponent(target.slug)}`}>
            {target.name}
          </a>,
        ]}
        current={m.replies_title({ name: target.name })}
      />
      <h1 className="type-title mt-2 text-3xl [overflow-wrap:anywhere]">{m.replies_title({ name: target.name })}</h1>
      <p className="mt-2 max-w-prose text-muted [overflow-wrap:anywhere]">{m.replies_lead({ name: target.name, ...nouns })}</p>
      <p className="mt-2 max-w-prose text-muted">{m.replies_shown()}</p>
      <div className="mt-8 flex max-w-form flex-col gap-8 [overflow-wrap:anywhere]">
        {claim && <ClaimState claim={claim} name={target.name} />}
        {claim?.state === 'active' && <StatementForms campaigns={data.campaigns} name={target.name} />}
        {claim?.state === 'unverified' && <Proof claim={claim} slug={target.slug} />}
        {(!claim || claim.state === 'declined') && <DomainForm representation={data} />}
        {claim && claim.state !== 'declined' && <Withdraw representation={{ ...data, claim }} />}
      </div>
    </div>
  )
}

function ClaimState({ claim: { state, domain, suspendedFor }, name }: { claim: Claim; name: string }) {
  const texts = {
    waiting: { title: m.replies_waiting(), text: m.replies_waiting_text({ domain }) },
    active: { title: m.replies_active({ name }), text: m.replies_active_text({ domain }) },
    suspended: {
      title: m.replies_suspended(),
      text: suspendedFor === 'claim' ? m.replies_suspended_claim({ name }) : m.replies_suspended_website({ name }),
    },
    declined: { title: m.replies_declined({ domain }), text: m.replies_declined_text() },
    unverified: null,
  }[state]
  if (!texts) return null
  return (
    <section role="status" className="border-s-4 border-accent ps-4">
      <h2 className="type-title text-xl">{texts.title}</h2>
      <p className="mt-1 max-w-prose">{texts.text}</p>
    </section>
  )
}

function Withdraw({ representation: { target, claim } }: { representation: Representation & { claim: Claim } }) {
  const queryClient = useQueryClient()
  const { confirm } = useAlert()
  const [isSending, setSending] = useState(false)
  const [isFailed, setFailed] = useState(false)
  async function withdraw() {
    if (!(await confirm(m.replies_withdraw_ask({ name: target.name }), { confirm: m.replies_withdraw(), danger: true }))) return
    setSending(true)
    setFailed(false)
    try {
      await api.withdraw.call({ id: claim.id })
    } catch {
      setFailed(true)
    }
    await queryClient.invalidateQueries({ queryKey: api.key() })
    setSending(false)
  }
  return (
    <div>
      {isFailed && <FailureText>{m.replies_error_failed()}</FailureText>}
      <Button tone="quiet" size="sm" pending={isSending} onClick={withdraw} className="-ms-3">
        {m.replies_withdraw()}
      </Button>
    </div>
  )
}

export const NoCompany = () => <EmptyPage title={m.replies_none()}>{m.replies_none_text()}</EmptyPage>

export const RepresentLoading = () => <PageLoading parts={[6]} isNarrow />

export const RepresentFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.replies_failed_load()} onRetry={reset} />
