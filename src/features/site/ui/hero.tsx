import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#design/button.tsx'
import { m } from '#messages'
import { brand, nouns } from '#platform/brand.ts'

/**
 * Introduction with a current campaign (`live`) next to it. The page is the same for everyone, so CSS reduces it to one
 * line for signed-in readers, by the document's `data-signed-in`.
 */
export function Hero({ live }: { live: ReactNode }) {
  return (
    <section className="page-column">
      <div className="grid items-center gap-x-16 gap-y-6 py-5 not-in-data-signed-in:md:py-12 lg:not-in-data-signed-in:has-data-live:grid-cols-[minmax(0,1fr)_24rem] xl:not-in-data-signed-in:has-data-live:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="@container flex min-w-0 flex-col in-data-signed-in:flex-row in-data-signed-in:flex-wrap in-data-signed-in:items-center in-data-signed-in:justify-between in-data-signed-in:gap-x-8 in-data-signed-in:gap-y-2">
          <h1 className="type-title text-[min(6rem,13.4cqi)] leading-[0.88] tracking-[-0.01em] uppercase in-data-signed-in:text-2xl in-data-signed-in:leading-none">
            {brand.tagline}
          </h1>
          <p className="mt-4 max-w-[36rem] text-lg leading-snug sm:mt-6 sm:text-xl font-semibold in-data-signed-in:hidden">{m.site_hero_lead()}</p>
          <p className="mt-5 flex sm:mt-7 flex-wrap items-center gap-x-6 gap-y-2 in-data-signed-in:mt-0">
            <Link
              to="/campaigns"
              className={`${buttonClass({ tone: 'primary', size: 'lg' })} in-data-signed-in:min-h-11 in-data-signed-in:border-ink in-data-signed-in:bg-transparent in-data-signed-in:px-4 in-data-signed-in:text-base in-data-signed-in:text-ink`}
            >
              {m.site_hero_browse(nouns)}
            </Link>
            <Link to="/campaigns/create" className="link inline-flex min-h-11 items-center font-semibold in-data-signed-in:hidden">
              {m.site_hero_start_one()}
            </Link>
          </p>
        </div>
        {live}
      </div>
    </section>
  )
}
