import { useSuspenseQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Avatar } from '#design/avatar.tsx'
import { buttonClass } from '#design/button.tsx'
import { PageReportLink } from '#features/reports/ui/report-link.tsx'
import { BlockControls } from '#features/trust/blocks/ui/block-controls.tsx'
import { m } from '#messages'
import { readSite } from '#platform/client/site.ts'
import { formatCount, monthName } from '#platform/format.ts'
import type { Profile } from '../contract.ts'
import { profileBy } from './api.ts'
import { ProfileCampaigns } from './profile-campaigns.tsx'
import { ProfileCommunities } from './profile-communities.tsx'
import { ProfileModeration } from './profile-moderation.tsx'
import { ProfilePledges } from './profile-pledges.tsx'
import type { ProfileSearch } from './profile-search.ts'
import { startsOf } from './starts.ts'

export function ProfilePage({ id, search }: { id: string; search: ProfileSearch }) {
  const { data: profile } = useSuspenseQuery(profileBy(id))
  const starts = startsOf(search)
  const { viewer } = readSite()
  const isOwn = viewer?.id === profile.id
  return (
    <div className="page-column flex flex-col gap-10 py-8 md:py-12">
      {!profile.isDeleted && <ProfileModeration profile={profile} isOwn={isOwn} />}
      <Head profile={profile} isOwn={isOwn} />
      <ProfileCampaigns id={profile.id} start={starts.campaigns} />
      {!profile.isDeleted && (
        <>
          <ProfilePledges id={profile.id} start={starts.pledges} />
          <ProfileCommunities id={profile.id} starts={starts} />
          {viewer && !isOwn && <BlockControls personId={profile.id} />}
          {!isOwn && <PageReportLink kind="person" id={profile.id} label={m.reports_report_person()} />}
        </>
      )}
    </div>
  )
}

function Head({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { displayName, avatarUrl, bio, memberSince, isDeleted, moderation, counts } = profile
  const name = displayName || m.profiles_nameless()
  return (
    <header className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <div className="flex min-w-0 items-start gap-5 max-sm:flex-col">
        <Avatar name={name} src={avatarUrl} size="lg" />
        <div className="min-w-0">
          <h1 dir="auto" className="type-title text-4xl leading-tight [overflow-wrap:anywhere]">
            {name}
          </h1>
          {isDeleted && <p className="mt-2 max-w-prose text-muted">{m.profiles_deleted_note()}</p>}
          {memberSince && <p className="mt-1 text-muted">{m.profiles_since({ month: monthName(memberSince) })}</p>}
          {bio && (
            <p dir="auto" className="mt-4 max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere]">
              {bio}
            </p>
          )}
          {isOwn && (
            <div className="mt-4 flex flex-col items-start gap-2">
              <a href="/settings?tab=profile" className={buttonClass({ size: 'sm' })}>
                <Pencil className="size-4" aria-hidden="true" />
                {m.profiles_edit()}
              </a>
              {!moderation && <p className="max-w-prose text-sm text-muted">{m.profiles_own_note()}</p>}
            </div>
          )}
        </div>
      </div>
      {counts && <Counts counts={counts} />}
    </header>
  )
}

function Counts({ counts }: { counts: NonNullable<Profile['counts']> }) {
  const figures = [
    { label: m.profiles_count_campaigns(), count: counts.campaigns },
    { label: m.profiles_count_pledges(), count: counts.pledges },
    { label: m.profiles_count_communities(), count: counts.communities },
  ]
  return (
    <dl aria-label={m.profiles_counts()} className="grid grid-cols-3 self-start border-y-2 border-ink">
      {figures.map(({ label, count }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end border-line px-3 py-4 not-first:border-s first:ps-0">
          <dt className="text-xs text-muted sm:text-sm">{label}</dt>
          <dd className="type-figure text-4xl leading-none">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
