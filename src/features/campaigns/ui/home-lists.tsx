import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#design/button.tsx'
import { EmptyState } from '#design/states.tsx'
import { AdArea } from '#features/site/ui/house-card.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { byTrending } from '../policy.ts'
import { homeLists } from '../terms.ts'
import { newestActive, recentlyWon } from './api.ts'
import { CardGrid } from './card-grid.tsx'
import { Ledger } from './ledger.tsx'

/** Trending and latest, both from the newest eight campaigns, with the recent victories between them. */
export function HomeLists() {
  const { items } = useSuspenseQuery(newestActive()).data
  const won = useSuspenseQuery(recentlyWon()).data.items
  return (
    <div className="page-column flex flex-col gap-14 py-12">
      {items.length === 0 ? (
        <NoneActive />
      ) : (
        <List id="trending" title={m.site_trending(nouns)} all={<Link to="/campaigns">{m.site_see_all_trending()}</Link>}>
          <CardGrid campaigns={items.toSorted(byTrending).slice(0, homeLists.shown)} />
        </List>
      )}
      {items.length > 0 && <AdArea slot="home" card="start" />}
      {won.length > 0 && (
        <List
          id="won"
          title={m.site_recently_won()}
          all={
            <Link to="/campaigns" search={{ status: 'victory' }}>
              {m.site_see_all_won()}
            </Link>
          }
        >
          <Ledger campaigns={won} />
        </List>
      )}
      {items.length > 0 && (
        <List
          id="latest"
          title={m.site_latest(nouns)}
          all={
            <Link to="/campaigns" search={{ sort: 'newest' }}>
              {m.site_see_all_latest()}
            </Link>
          }
        >
          <Ledger campaigns={items.slice(0, homeLists.shown)} />
        </List>
      )}
    </div>
  )
}

function List({ id, title, all, children }: { id: string; title: string; all: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="type-title text-3xl">
          {title}
        </h2>
        <p className="[&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:underline [&_a]:underline-offset-4 [&_a:hover]:text-accent-text">{all}</p>
      </div>
      {children}
    </section>
  )
}

function NoneActive() {
  return (
    <EmptyState
      title={m.site_home_empty_title(nouns)}
      action={
        <Link to="/campaigns/create" className={buttonClass({ tone: 'primary' })}>
          {m.site_hero_start(nouns)}
        </Link>
      }
    >
      {m.site_home_empty_text()}
    </EmptyState>
  )
}
