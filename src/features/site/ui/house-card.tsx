import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { cx } from '#design/classes.ts'
import { Tally } from '#design/tally.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'

/** What stands in an advertising slot while none is sold: a word of our own, and it says so. Never an empty box. */
export function AdPlace({ card, className }: { card: 'start' | 'count'; className?: string }) {
  return (
    <aside
      aria-label={card === 'start' ? m.site_house_start_title() : m.site_house_count_title()}
      className={cx('@container flex min-h-40 items-center gap-5 border-y-2 border-ink py-5', className)}
    >
      <Tally counted={card === 'start' ? 1 : 5} className="size-12 self-start @min-[42rem]:size-20" />
      {card === 'start' ? <Start /> : <Count />}
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

function Count() {
  return (
    <div className="flex min-w-0 grow flex-col items-start gap-x-8 gap-y-3 @min-[42rem]:flex-row @min-[42rem]:items-center @min-[42rem]:justify-between">
      <div className="min-w-0">
        <p className="type-title text-xl">{m.site_house_count_title()}</p>
        <p className="mt-1 max-w-prose text-muted">{m.site_house_count_text(nouns)}</p>
      </div>
      <Link to="/campaigns" className={cx(buttonClass(), 'shrink-0')}>
        {m.site_house_count_action(nouns)}
      </Link>
    </div>
  )
}
