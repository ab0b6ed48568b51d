import { m } from '#messages'
import { ListSection } from './list-section.tsx'

/** There are no communities yet. */
export function ProfileCommunities() {
  return (
    <ListSection id="communities" title={m.profiles_communities()}>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <div>
          <h3 className="type-title text-lg">{m.profiles_communities_created()}</h3>
          <p className="mt-1 text-muted">{m.profiles_communities_created_empty()}</p>
        </div>
        <div>
          <h3 className="type-title text-lg">{m.profiles_communities_joined()}</h3>
          <p className="mt-1 text-muted">{m.profiles_communities_joined_empty()}</p>
        </div>
      </div>
    </ListSection>
  )
}
