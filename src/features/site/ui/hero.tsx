import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'

/** The poster on the wall: the tagline as large as it goes, and people counted behind it. */
export function Hero() {
  return (
    <section className="relative overflow-hidden">
      <Crowd />
      <div className="page-column relative py-10 md:py-16">
        <h1 className="type-title max-w-[9em] text-[clamp(3.5rem,1rem+12vw,10.5rem)] leading-[0.82] tracking-[-0.015em] uppercase">{brand.tagline}</h1>
        <div className="mt-8 flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
          <p className="max-w-[36rem] text-xl leading-snug font-semibold">{m.site_hero_lead()}</p>
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <a href="/campaigns/create" className={buttonClass({ tone: 'primary', size: 'lg' })}>
              {m.site_hero_start(nouns)}
            </a>
            <Link to="/campaigns" className="link inline-flex min-h-11 items-center font-semibold">
              {m.site_hero_browse(nouns)}
            </Link>
          </p>
        </div>
      </div>
    </section>
  )
}

/** Tallies without end, cut off by the edge. */
function Crowd() {
  return (
    <svg aria-hidden="true" className="absolute inset-y-0 end-0 h-full w-[46%] max-md:hidden rtl:-scale-x-100" fill="none">
      <pattern id="crowd" width="88" height="84" patternUnits="userSpaceOnUse">
        <path d="M16 14v50M32 14v50M48 14v50M64 14v50" strokeWidth="5" className="stroke-line" />
        <path d="M4 54 78 24" strokeWidth="5" className="stroke-accent" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#crowd)" />
    </svg>
  )
}
