import { Link } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { Tally } from '#design/tally.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import type { AdSlot } from '#platform/third-parties.ts'

type AdAreaProps = { slot: AdSlot; card: 'start' | 'count'; className?: string }
type AdProps = { slot: AdSlot; onFilled: (isFilled: boolean) => void }

/** An ad slot. A house ad is shown unless an ad has loaded, which covers it, so the layout does not shift. */
export function AdArea({ slot, card, className }: AdAreaProps) {
  const [Ad, setAd] = useState<ComponentType<AdProps> | null>(null)
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    if (readSite().thirdParties.ads?.slots.includes(slot)) import('#features/site/consent/ui/ad-frame.tsx').then(({ AdFrame }) => setAd(() => AdFrame))
  }, [slot])
  return (
    <aside
      aria-label={isFilled ? undefined : card === 'start' ? m.site_house_start_title() : m.site_house_count_title()}
      className={cx('@container relative min-h-40 border-y-2 border-ink py-5', className)}
    >
      <div className={cx('flex items-center gap-5', isFilled && 'invisible')}>
        <Tally counted={card === 'start' ? 1 : 5} className="size-12 self-start @min-[42rem]:size-20" />
        {card === 'start' ? <Start /> : <Count hasLink={slot !== 'campaign'} />}
      </div>
      {Ad && <Ad slot={slot} onFilled={setFilled} />}
    </aside>
  )
}

function Start() {
  return (
    <div className="flex min-w-0 grow flex-col items-start gap-x-8 gap-y-3 @min-[42rem]:flex-row @min-[42rem]:items-center @min-[42rem]:justify-between">
      <div className="min-w-0">
        <p className="type-title text-xl">{m.site_house_start_title()}</p>
        <p className="mt-1 max-w-prose text-muted">{m.site_house_start_text()}</p>
      </div>
      <Link to="/campaigns/create" className={cx(buttonClass(), 'shrink-0')}>
        {m.site_house_start_action(nouns)}
      </Link>
    </div>
  )
}

/** Without its link on a campaign's page, so that nothing leads away from the campaign. */
function Count({ hasLink }: { hasLink: boolean }) {
  return (
    <div className="flex min-w-0 grow flex-col items-start gap-x-8 gap-y-3 @min-[42rem]:flex-row @min-[42rem]:items-center @min-[42rem]:justify-between">
      <div className="min-w-0">
        <p className="type-title text-xl">{m.site_house_count_title()}</p>
        <p className="mt-1 max-w-prose text-muted">{(readSite().countsAccounts ? m.site_house_count_text_accounts : m.site_house_count_text)(nouns)}</p>
      </div>
      {hasLink && (
        <Link to="/campaigns" className={cx(buttonClass(), 'shrink-0')}>
          {m.site_house_count_action(nouns)}
        </Link>
      )}
    </div>
  )
}
