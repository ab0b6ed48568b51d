import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { Page, PageLoading, StaticFailedPage } from '#design/page-states.tsx'
import { SegmentedLinks } from '#design/segmented-links.tsx'
import { TextField } from '#design/text-field.tsx'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { mayChangeRoles } from '../policy.ts'
import { type PeopleShown, peopleShown } from '../terms.ts'
import { type PeopleSearch, shownIn } from './api.ts'
import { PeopleList } from './people-list.tsx'
import { RoleChanges } from './role-changes.tsx'
import { SignUpGroups } from './sign-ups.tsx'

const partNames: Record<PeopleShown, () => string> = { all: m.people_show_all, staff: m.people_show_staff, suspended: m.people_show_suspended }

/** Page for moderators: a search for people, sign-ups by groups, and for administrators the changes of roles. */
export function PeoplePage({ search }: { search: PeopleSearch }) {
  const shown = shownIn(search)
  const { q } = search
  return (
    <Page title={m.people_title()} lead={m.people_lead()}>
      <form action="/moderation/people" className="mt-6 flex flex-wrap items-end gap-3">
        <TextField
          key={q}
          name="q"
          type="search"
          label={m.people_search()}
          defaultValue={q}
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
          className="min-w-0 grow basis-64"
        />
        {shown !== 'all' && <input type="hidden" name="show" value={shown} />}
        <button type="submit" className={buttonClass()}>
          {m.people_find()}
        </button>
      </form>
      <div className="mt-4 mb-6 flex">
        <SegmentedLinks
          label={m.people_show()}
          options={peopleShown}
          chosen={shown}
          text={(part) => partNames[part]()}
          link={(part, props) => <Link to="/moderation/$page" params={{ page: 'people' }} search={{ q, show: part === 'all' ? undefined : part }} {...props} />}
        />
      </div>
      <PeopleList search={search} />
      <SignUpGroups />
      {mayChangeRoles(readSite().viewer) && <RoleChanges />}
    </Page>
  )
}

export const PeopleLoading = () => <PageLoading parts={[4, 8]} />

export const PeopleFailed = ({ reset }: { reset: () => void }) => <StaticFailedPage title={m.people_failed_load()} onRetry={reset} />
