import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { Tally } from '#design/tally.tsx'
import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'

/** The poster on the wall: the tagline as large as it goes, and people counted behind it. */
export function Hero() {
  return (
    <section className="relative overflow-hidden">
      <div className="page-column relative py-10 md:py-16">
        <h1 className="type-title text-[clamp(3.5rem,1rem+12vw,10.5rem)] leading-[0.82] tracking-[-0.015em] uppercase">
          {brand.tagline}
          <Crowd />
        </h1>
        <div className="mt-8 flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
          <p className="max-w-[36rem] text-xl leading-snug font-semibold">{m.site_hero_lead()}</p>
          <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Link to="/campaigns/create" className={buttonClass({ tone: 'primary', size: 'lg' })}>
              {m.site_hero_start(nouns)}
            </Link>
            <Link to="/campaigns" className="link inline-flex min-h-11 items-center font-semibold">
              {m.site_hero_browse(nouns)}
            </Link>
          </p>
        </div>
      </div>
    </section>
  )
}

const crowd = [5, 5, 5, 5, 2, 0, 0, 0].map((counted, place) => ({ place, counted }))

/** People counted after the last word, on and on past the edge of the sheet; the last are still to come. */
function Crowd() {
  return (
    <span aria-hidden="true" className="relative inline-block w-0 max-sm:hidden">
      <span className="absolute start-[0.2em] -bottom-[0.115em] flex gap-[0.06em]">
        {crowd.map(({ place, counted }) => (
          <Tally key={place} counted={counted} className="size-[0.92em]" />
        ))}
      </span>
    </span>
  )
}
