import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { SegmentedLinks } from '#design/segmented-links.tsx'
import { LoadingNotice, Skeleton, SkeletonLines } from '#design/skeleton.tsx'
import { ErrorState } from '#design/states.tsx'
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
    <div className="page-column py-6 md:py-10">
      <h1 className="type-title text-3xl">{m.people_title()}</h1>
      <p className="mt-2 max-w-prose text-muted">{m.people_lead()}</p>
      <form action="/moderation/people" className="mt-6 flex max-w-2xl flex-wrap items-end gap-3">
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
    </div>
  )
}

export function PeopleLoading() {
  return (
    <div className="page-column py-6 md:py-10">
      <LoadingNotice />
      <Skeleton className="h-10 w-72 max-w-full" />
      <div className="mt-10 flex flex-col gap-8">
        <SkeletonLines lines={4} />
        <SkeletonLines lines={8} />
      </div>
    </div>
  )
}

export function PeopleFailed({ reset }: { reset: () => void }) {
  return (
    <div className="page-column py-6 md:py-10">
      <ErrorState title={m.people_failed_load()} onRetry={reset} />
    </div>
  )
}
