import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { buttonClass } from '#design/button.tsx'
import { Page, PageLoading, StaticFailedPage } from '#design/page-states.tsx'
import { ErrorState } from '#design/states.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount } from '#platform/format.ts'
import { joinsOf } from './api.ts'
import { type Chosen, chosenIn, type JoinsSearch } from './chosen-selection.ts'
import { CorrectionList } from './correction-list.tsx'
import { HeldGroups } from './held-groups.tsx'
import { JoinGroups } from './join-groups.tsx'
import { SelectionForm } from './selection-form.tsx'

type JoinsPageProps = { campaign: string | undefined } & JoinsSearch

/** Page for moderators: recent joins by groups, and corrections of counts. The address of the page names the campaign and the first selection. */
export function JoinsPage({ campaign: asked, ...search }: JoinsPageProps) {
  const { data: found, refetch } = useQuery(joinsOf(asked))
  const data = found === 'own' ? null : found
  const [chosen, setChosen] = useState<Chosen>(() => chosenIn(search))
  const form = useRef<HTMLElement>(null)

  function choose(part: Partial<Chosen>) {
    setChosen((before) => ({ ...before, ...part }))
    form.current?.focus()
  }

  return (
    <Page title={m.corrections_title()} lead={m.corrections_lead()}>
      <form action="/moderation/joins" className="mt-6 flex flex-wrap items-end gap-3">
        <TextField
          key={asked}
          name="campaign"
          label={m.corrections_campaign(nouns)}
          hint={m.corrections_campaign_hint()}
          defaultValue={asked}
          autoCapitalize="none"
          spellCheck={false}
          className="min-w-0 grow basis-64"
          error={found === 'own' ? m.corrections_own_campaign(nouns) : found === null ? m.corrections_unknown(nouns) : undefined}
        />
        <button type="submit" className={buttonClass()}>
          {m.corrections_show()}
        </button>
      </form>
      {data && (
        <p className="mt-6 text-lg font-semibold" dir="auto">
          {data.campaign ? (
            <>
              <a href={`/campaigns/${data.campaign.slug}`} className="link">
                {data.campaign.title}
              </a>
              {' · '}
              {m.corrections_counted({ count: data.campaign.supporters, shown: formatCount(data.campaign.supporters) })}
            </>
          ) : (
            m.corrections_whole_site()
          )}
        </p>
      )}
      {asked === undefined && <HeldGroups />}
      {data && <JoinGroups joins={data} onChoose={choose} />}
      {data && <SelectionForm key={data.campaign?.id ?? 'site'} ref={form} campaignId={data.campaign?.id} chosen={chosen} onChoose={setChosen} />}
      {data === undefined && <ErrorState title={m.corrections_failed_load()} onRetry={() => void refetch()} className="mt-6" />}
      <CorrectionList />
    </Page>
  )
}

export const JoinsLoading = () => <PageLoading parts={[6, 8]} />

export const JoinsFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.corrections_failed_load()} onRetry={reset} />
