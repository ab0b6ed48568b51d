import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAlert } from '#design/alerts.tsx'
import { Badge } from '#design/badge.tsx'
import { Button } from '#design/button.tsx'
import { FailureText } from '#design/field-texts.tsx'
import { Page, PageLoading, StaticFailedPage } from '#design/page-states.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount, fullDay } from '#platform/format.ts'
import type { OpenClaim } from '../contract.ts'
import { mayAccept } from '../policy.ts'
import type { ClaimState } from '../terms.ts'
import { api, openClaims } from './api.ts'
import { DeclineDialog, DomainDialog } from './claim-dialogs.tsx'

const stateTexts: Record<ClaimState, () => string> = {
  unverified: m.replies_state_unverified,
  waiting: m.replies_state_waiting,
  active: m.replies_state_active,
  suspended: m.replies_state_suspended,
  declined: m.replies_decline,
}

/** Page for moderators: who says that they act for which company. */
export function ClaimsPage() {
  const { data, refetch } = useQuery(openClaims())
  const [isConfirming, setConfirming] = useState(false)
  if (!data) return <ClaimsFailed reset={() => void refetch()} />
  return (
    <Page title={m.replies_claims()} lead={m.replies_claims_lead(nouns)}>
      <p className="mt-2 max-w-prose text-muted">{m.replies_claims_advice()}</p>
      <div className="mt-4">
        <Button size="sm" onClick={() => setConfirming(true)}>
          {m.replies_confirm_other()}
        </Button>
      </div>
      {isConfirming && <DomainDialog given={{ slug: '', domain: '' }} onDone={async () => void (await refetch())} onClose={() => setConfirming(false)} />}
      {data.items.length === 0 && <EmptyState title={m.replies_claims_empty()} className="mt-8" />}
      <ul className="mt-8">
        {data.items.map((claim) => (
          <Item key={claim.id} claim={claim} />
        ))}
      </ul>
      {data.total > data.items.length && <p className="mt-4 text-muted">{m.replies_claims_more({ count: formatCount(data.total - data.items.length) })}</p>}
    </Page>
  )
}

function Item({ claim }: { claim: OpenClaim }) {
  const { domain, state, target, person, createdAt, isOwn } = claim
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-t-2 border-ink py-5 [overflow-wrap:anywhere]">
      <div className="min-w-0 grow basis-80">
        <p className="flex flex-wrap items-center gap-2">
          <a href={`/targets/${encodeURIComponent(target.slug)}`} className="link type-title text-xl">
            {target.name}
          </a>
          <Badge tone={state === 'waiting' || state === 'suspended' ? 'active' : 'outlined'}>{stateTexts[state]()}</Badge>
        </p>
        <p className="mt-2 font-mono text-lg">{domain}</p>
        <p className="text-sm text-muted">
          {m.replies_by()}{' '}
          <a href={`/u/${person.id}`} className="link" dir="auto">
            {person.name}
          </a>
          {' · '}
          {m.replies_asked_on({ date: fullDay(createdAt) })}
        </p>
        <ul className="mt-2 list-disc ps-5">
          {factsOf(claim).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      {isOwn ? <p className="max-w-prose text-muted">{m.replies_own()}</p> : <Decisions claim={claim} />}
    </li>
  )
}

/** Sentences with what a moderator should know about a claim. */
function factsOf({ domain, method, verifiedAt, suspendedFor, target, isWebsite, isConfirmed, takesMail, isShared }: OpenClaim): string[] {
  const shown = method === 'dns' ? m.replies_proof_dns : m.replies_proof_mail
  const website = target.website ? m.replies_website_other({ website: target.website }) : m.replies_website_none()
  return [
    verifiedAt && shown({ date: fullDay(verifiedAt) }),
    suspendedFor && (suspendedFor === 'claim' ? m.replies_why_claim() : m.replies_why_website()),
    isWebsite ? m.replies_website_same() : website,
    domain.includes('xn--') && m.replies_foreign_letters(),
    isConfirmed && m.replies_domain_confirmed(),
    takesMail && m.replies_takes_mail(),
    isShared && m.replies_shared_domain(),
  ].filter((fact) => typeof fact === 'string')
}

function Decisions({ claim }: { claim: OpenClaim }) {
  const queryClient = useQueryClient()
  const { confirm } = useAlert()
  const [open, setOpen] = useState<'decline' | 'domain' | null>(null)
  const [isFailed, setFailed] = useState(false)
  const { id, domain, state, target } = claim
  const about = { domain, name: target.name }
  const reload = () => queryClient.invalidateQueries({ queryKey: api.key() })
  async function letIn() {
    if (!(await confirm(m.replies_let_in_ask({ ...about, ...nouns }), { confirm: m.replies_let_in() }))) return
    setFailed(false)
    try {
      await api.decide.call({ id, outcome: 'accepted', reason: '' })
    } catch {
      setFailed(true)
    }
    await reload()
  }
  return (
    <div className="flex flex-wrap gap-2">
      {isFailed && <FailureText>{m.replies_decide_failed()}</FailureText>}
      {mayAccept(claim) && (
        <Button size="sm" tone="primary" onClick={letIn} aria-label={m.replies_let_in_named(about)}>
          {m.replies_let_in()}
        </Button>
      )}
      {state === 'unverified' && (
        <Button size="sm" onClick={() => setOpen('domain')} aria-label={m.replies_confirm_domain_of(about)}>
          {m.replies_confirm_domain()}
        </Button>
      )}
      <Button
        size="sm"
        tone="quiet"
        onClick={() => setOpen('decline')}
        aria-label={state === 'active' ? m.replies_revoke_named(about) : m.replies_decline_named(about)}
      >
        {state === 'active' ? m.replies_revoke() : m.replies_decline()}
      </Button>
      {open === 'decline' && <DeclineDialog claim={claim} onDone={reload} onClose={() => setOpen(null)} />}
      {open === 'domain' && <DomainDialog given={{ slug: target.slug, domain }} onDone={reload} onClose={() => setOpen(null)} />}
    </div>
  )
}

export const ClaimsLoading = () => <PageLoading parts={[8]} />

export const ClaimsFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.replies_claims_failed()} onRetry={reset} />
