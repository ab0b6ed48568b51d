import { Tally } from '#design/tally.tsx'
import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'
import { formatCount, fullDay } from '#platform/format.ts'
import type { Campaign } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { Years } from './years.tsx'

/** The first printed page: a poster with the demand, the number with its date, and a QR code of the page's address. */
export function PrintedPoster({ campaign, supporters }: { campaign: Campaign; supporters: number }) {
  const address = `/campaigns/${addressPart(campaign)}`
  const { title, target, summary, isHistorical } = campaign
  // Fills about half of an A4 or Letter sheet, whatever the title's length.
  const size = Math.min(112, Math.round(640 / Math.sqrt(title.length)))
  return (
    <section className="hidden print:flex print:h-[96vh] print:flex-col print:break-after-page">
      <p className="flex items-center justify-between border-b-4 border-ink pb-3">
        <span className="type-title text-2xl">{target.name}</span>
        <Tally className="size-10" />
      </p>
      <p dir="auto" className="type-title mt-8 leading-[0.95] text-wrap hyphens-auto wrap-anywhere" style={{ fontSize: `${size}pt` }}>
        {title}
      </p>
      <p dir="auto" className="mt-8 text-[20pt] leading-snug font-semibold wrap-anywhere">
        {summary}
      </p>
      <div className="mt-auto flex items-end justify-between gap-8 border-t-4 border-ink pt-4">
        <div className="min-w-0">
          {isHistorical ? (
            <Years campaign={campaign} isLarge />
          ) : (
            <>
              <p className="type-figure text-[60pt] leading-none">{formatCount(supporters)}</p>
              <p className="mt-1 text-lg font-semibold">{m.campaigns_print_joined({ count: supporters, day: fullDay(new Date()) })}</p>
            </>
          )}
          <p className="mt-3 text-sm wrap-anywhere">
            {brand.name} · {readSite().origin.replace(/^https?:\/\//, '')}
            {address}
          </p>
        </div>
        {/* Lazy, so that browsers fetch it only for printing. */}
        <img src={`/qr${address}.svg`} alt="" width="160" height="160" loading="lazy" className="size-40 shrink-0" />
      </div>
    </section>
  )
}
