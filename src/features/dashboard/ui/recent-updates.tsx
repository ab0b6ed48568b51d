import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { fullDay } from '#platform/format.ts'

type Update = { id: string; title: string; createdAt: Date; campaign: { slug: string; title: string } }

/** The latest updates of the campaigns that the viewer has joined. */
export function RecentUpdates({ updates }: { updates: readonly Update[] }) {
  return (
    <section aria-labelledby="recent-updates" className="min-w-0">
      <h2 id="recent-updates" className="type-title mb-4 text-xl">
        {m.dashboard_updates()}
      </h2>
      {updates.length === 0 ? (
        <div className="border-t border-ink pt-4">
          <p className="font-semibold">{m.dashboard_updates_empty()}</p>
          <p className="mt-1 mb-4 text-muted">{m.dashboard_updates_empty_line(nouns)}</p>
          <Link to="/campaigns" className={buttonClass()}>
            {m.dashboard_pledges_browse(nouns)}
          </Link>
        </div>
      ) : (
        <ul className="border-t border-ink">
          {updates.map(({ id, title, createdAt, campaign }) => (
            <li key={id} className="border-b border-line py-3">
              <Link
                to="/campaigns/$slug"
                params={{ slug: campaign.slug }}
                search={{ tab: 'updates', updateId: id }}
                className="link inline-block py-1 font-semibold [overflow-wrap:anywhere]"
              >
                <bdi>{title}</bdi>
              </Link>
              <p className="text-sm text-muted [overflow-wrap:anywhere]">
                <bdi>{m.dashboard_updates_in({ title: campaign.title })}</bdi>
              </p>
              <time dateTime={createdAt.toISOString()} className="text-sm text-muted">
                {fullDay(createdAt)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
