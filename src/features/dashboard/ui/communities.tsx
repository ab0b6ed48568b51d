import { m } from '#messages'

/** Own and joined communities. There are none yet, so there is nowhere to lead to. */
export function Communities() {
  return (
    <section aria-labelledby="own-communities">
      <h2 id="own-communities" className="type-title mb-4 text-2xl">
        {m.dashboard_communities()}
      </h2>
      <div className="grid gap-x-8 gap-y-4 border-t border-ink pt-4 sm:grid-cols-2">
        <div>
          <h3 className="type-title text-lg">{m.dashboard_communities_owned()}</h3>
          <p className="mt-1 text-muted">{m.dashboard_communities_owned_empty()}</p>
        </div>
        <div>
          <h3 className="type-title text-lg">{m.dashboard_communities_joined()}</h3>
          <p className="mt-1 text-muted">{m.dashboard_communities_joined_empty()}</p>
        </div>
      </div>
    </section>
  )
}
