import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { buttonClass } from '#design/button.tsx'
import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { formatCount } from '#platform/format.ts'
import { joinsOf } from './api.ts'
import { type Chosen, nothingChosen } from './chosen-selection.ts'
import { CorrectionList } from './correction-list.tsx'
import { JoinGroups } from './join-groups.tsx'
import { SelectionForm } from './selection-form.tsx'

/** Page for moderators: recent joins by groups, and corrections of counts. `campaign`: what the address of the page asks for. */
export function JoinsPage({ campaign: asked }: { campaign: string | undefined }) {
  const { data, refetch } = useQuery(joinsOf(asked))
  const [chosen, setChosen] = useState<Chosen>(nothingChosen)
  const form = useRef<HTMLElement>(null)

  function choose(part: Partial<Chosen>) {
    setChosen((before) => ({ ...before, ...part }))
    form.current?.focus()
  }

  return (
    <div className="page-column py-6 md:py-10">
      <h1 className="type-title text-3xl">{m.corrections_title()}</h1>
      <p className="mt-2 max-w-prose text-muted">{m.corrections_lead()}</p>
      <form action="/moderation/joins" className="mt-6 flex max-w-2xl flex-wrap items-end gap-3">
        <TextField
          key={asked}
          name="campaign"
          label={m.corrections_campaign(nouns)}
          hint={m.corrections_campaign_hint()}
          defaultValue={asked}
          autoCapitalize="none"
          spellCheck={false}
          className="min-w-0 grow basis-64"
          error={data === null ? m.corrections_unknown(nouns) : undefined}
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
      {data && <JoinGroups joins={data} onChoose={choose} />}
      {data && <SelectionForm key={data.campaign?.id ?? 'site'} ref={form} campaignId={data.campaign?.id} chosen={chosen} onChoose={setChosen} />}
      {data === undefined && <ErrorState title={m.corrections_failed_load()} onRetry={() => void refetch()} className="mt-6" />}
      <CorrectionList />
    </div>
  )
}

export function JoinsLoading() {
  return (
    <div className="page-column py-6 md:py-10">
      <LoadingNotice />
      <Skeleton className="h-10 w-72 max-w-full" />
      <div className="mt-10 flex flex-col gap-8">
        <SkeletonLines lines={6} />
        <SkeletonLines lines={8} />
      </div>
    </div>
  )
}

export function JoinsFailed({ reset }: { reset: () => void }) {
  return (
    <div className="page-column py-6 md:py-10">
      <ErrorState title={m.corrections_failed_load()} onRetry={reset} />
    </div>
  )
}
