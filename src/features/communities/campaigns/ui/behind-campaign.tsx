import { useQuery } from '@tanstack/react-query'
import { Globe, Lock } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { Avatar } from '#design/avatar.tsx'
import { cardClass, cardLinkClass } from '#design/card.ts'
import { cx } from '#design/classes.ts'
import { VisuallyHidden } from '#design/navigation.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { compactNumber } from '#platform/format.ts'
import { behindCampaign } from './api.ts'
import type { TakeOff } from './take-off.tsx'

type BehindProps = {
  campaignId: string
  /** True for the campaign's creator, who may remove a community from the page. */
  mayTakeOff: boolean
}

/** Communities that run or back a campaign; renders nothing if there are none or if the query failed. */
export function BehindCampaign({ campaignId, mayTakeOff }: BehindProps) {
  const { data } = useQuery(behindCampaign(campaignId))
  if (!data?.items.length) return null
  return (
    <section aria-labelledby="communities" className="border-t-2 border-ink pt-4">
      <h2 id="communities" className="type-title text-2xl">
        {m.community_campaigns_behind(nouns)}
      </h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {data.items.map(({ id, slug, name, privacy, logoUrl, members }) => {
          const Sign = privacy === 'private' ? Lock : Globe
          return (
            <li key={id} className={cx(cardClass, 'flex items-center gap-3 p-3')}>
              <Avatar name={name} src={logoUrl} />
              <div className="min-w-0 grow">
                <h3 dir="auto" className="font-semibold wrap-anywhere">
                  <a href={`/communities/${slug}`} className={cardLinkClass}>
                    {name}
                  </a>
                </h3>
                <p className="flex items-center gap-1.5 text-sm text-muted tabular-nums">
                  <Sign className="size-4" aria-hidden="true" />
                  <VisuallyHidden>{privacy === 'private' ? m.communities_private() : m.communities_public()}</VisuallyHidden>
                  {m.communities_members({ count: members, shown: compactNumber(members) })}
                </p>
              </div>
              {mayTakeOff && <LateTakeOff campaignId={campaignId} community={{ id, name }} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Loads the code of the button on demand, because only the campaign's creator needs it. */
function LateTakeOff(props: ComponentProps<typeof TakeOff>) {
  const [Part, setPart] = useState<typeof TakeOff | null>(null)
  useEffect(() => {
    // Without the code the page works, but has no button.
    import('./take-off.tsx').then((loaded) => setPart(() => loaded.TakeOff)).catch(() => {})
  }, [])
  return Part && <Part {...props} />
}
