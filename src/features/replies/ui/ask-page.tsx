import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Breadcrumb } from '#design/navigation.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import { fullDay } from '#platform/format.ts'
import { isSiteModerator } from '#platform/viewer.ts'
import type { CompanyRequest } from '../contract.ts'
import { AddressForm } from './address-form.tsx'
import { api, requestOf } from './api.ts'
import { NobodyToAsk } from './statement-page.tsx'

/** The page on which the creator of a campaign, or a moderator, asks its target for a statement. */
export function AskPage({ campaign: { id, slug, title } }: { campaign: { id: string; slug: string; title: string } }) {
  const { data } = useQuery(requestOf(id))
  if (!data) return <NobodyToAsk />
  const { company, domain, barrier, deliveredAt, requestedAt } = data
  return (
    <div className="page-column py-6 md:py-10 [overflow-wrap:anywhere]">
      <Breadcrumb
        trail={[
          <a key="campaign" href={`/campaigns/${slug}`}>
            {title}
          </a>,
        ]}
        current={m.replies_ask_link({ name: company })}
      />
      <h1 className="type-title mt-2 text-3xl">{m.replies_ask_title({ name: company })}</h1>
      <p className="mt-2 max-w-prose text-muted">{m.replies_ask_lead({ name: company, ...nouns })}</p>
      <p className="mt-2 max-w-prose text-muted">{m.replies_ask_privacy()}</p>
      <div className="mt-8 max-w-form">
        {barrier === null && domain ? <AskForm id={id} domain={domain} /> : <Barrier request={data} />}
        {requestedAt && (
          <p role="status" className="mt-4 font-semibold">
            {deliveredAt ? m.replies_ask_delivered({ date: fullDay(deliveredAt) }) : m.replies_ask_on_its_way()}
          </p>
        )}
      </div>
    </div>
  )
}

function Barrier({ request: { barrier, company: name, domain, requestedAt } }: { request: CompanyRequest }) {
  if (barrier === 'unconfirmed' && isSiteModerator(readSite().viewer)) {
    return (
      <p className="border-s-4 border-accent ps-4">
        <Link to="/moderation/$page" params={{ page: 'companies' }} className="link">
          {m.replies_ask_unconfirmed_moderator({ name })}
        </Link>
      </p>
    )
  }
  const texts = {
    unconfirmed: m.replies_ask_unconfirmed({ name }),
    never: m.replies_ask_never({ name, domain: domain ?? '' }),
    off: m.replies_ask_off(),
    asked: m.replies_ask_asked({ name, date: requestedAt ? fullDay(requestedAt) : '' }),
  }
  return <p className="border-s-4 border-accent ps-4">{texts[barrier ?? 'unconfirmed']}</p>
}

function AskForm({ id, domain }: { id: string; domain: string }) {
  const queryClient = useQueryClient()
  const send = async (address: string) => queryClient.setQueryData(requestOf(id).queryKey, await api.ask.call({ id, address }))
  return <AddressForm domain={domain} action={m.replies_ask_send()} isMain send={send} />
}
