import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { PersonLink } from '#features/people/ui/public.ts'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import type { Campaign } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { Badges } from './badges.tsx'
import { Cover } from './cover.tsx'

/** The head of the page: title, who asks what of whom. */
export function Lead({ campaign }: { campaign: Campaign }) {
  return (
    <header className="page-column grid gap-x-12 gap-y-6 py-8 md:py-12 lg:grid-cols-[7fr_5fr] lg:items-center">
      <div className="min-w-0">
        <Badges campaign={campaign} place="detail" />
        <h1 dir="auto" className="type-title mt-4 text-[clamp(2.25rem,1.3rem+4.2vw,4.75rem)] leading-[0.95] hyphens-auto wrap-anywhere">
          {campaign.title}
        </h1>
        <p className="mt-6 text-lg text-muted wrap-anywhere">
          <Asks campaign={campaign} />
        </p>
        <p dir="auto" className="mt-1 max-w-prose text-xl leading-snug font-semibold wrap-anywhere">
          {campaign.summary}
        </p>
        {campaign.target.isFictional && <p className="mt-3 text-sm text-muted">{m.campaigns_fictional_target({ target: campaign.target.name })}</p>}
        <Causes causes={campaign.causes} />
        <Afterwards campaign={campaign} />
      </div>
      <div className="border border-line">
        <Cover campaign={campaign} sizes="(width < 64rem) 100vw, 40vw" isFirst />
      </div>
    </header>
  )
}

/** "Ada L. asks of Beanholt", with the creator a link to their profile and the target one to all that is asked of it. */
function Asks({ campaign }: { campaign: Campaign }) {
  const [creatorMark, targetMark] = ['\u0000', '\u0001']
  const isOver = campaign.status === 'victory' || campaign.status === 'archived'
  const says = isOver ? m.campaigns_asked : m.campaigns_asks
  const sentence = campaign.isHistorical ? m.campaigns_was_asked({ target: targetMark }) : says({ creator: creatorMark, target: targetMark })
  // Whichever comes first in a language.
  return sentence.split(/([\0\x01])/).map((part) => {
    if (part === creatorMark) return <Creator key={part} creator={campaign.creator} />
    return part === targetMark ? <Target key={part} target={campaign.target} /> : part
  })
}

function Creator({ creator }: Pick<Campaign, 'creator'>) {
  return creator ? <PersonLink person={creator} className="text-ink" /> : m.campaigns_deleted_creator()
}

function Target({ target: { slug, name } }: Pick<Campaign, 'target'>) {
  return slug ? (
    <Link to="/targets/$slug" params={{ slug }} className="link font-semibold text-ink">
      {name}
    </Link>
  ) : (
    <strong className="font-semibold text-ink">{name}</strong>
  )
}

/** For everybody: that it was edited. For its creator: the way to manage it. */
function Afterwards({ campaign }: { campaign: Campaign }) {
  const { editedAt, viewer, status } = campaign
  const slug = addressPart(campaign)
  const isManaged = viewer.isCreator && status !== 'draft'
  if (!editedAt && !isManaged) return null
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-6">
      {isManaged && (
        <Link to="/campaigns/$slug/admin" params={{ slug }} className={buttonClass({ size: 'sm' })}>
          {m.campaigns_manage()}
        </Link>
      )}
      {editedAt && (
        <Link to="/campaigns/$slug/history" params={{ slug }} className="link inline-flex min-h-11 items-center text-sm text-muted">
          {m.campaigns_edited({ day: fullDay(editedAt) })}
        </Link>
      )}
    </p>
  )
}

function Causes({ causes }: { causes: Campaign['causes'] }) {
  if (causes.length === 0) return null
  return (
    <ul aria-label={m.campaigns_causes()} className="mt-5 flex flex-wrap gap-2 wrap-anywhere">
      {causes.map(({ slug, name }) => (
        <li key={name}>
          {slug ? (
            <Link
              to="/causes/$slug"
              params={{ slug }}
              className="target-44 relative inline-flex min-h-9 items-center rounded-full border border-edge px-3 text-sm no-underline hover:border-ink hover:bg-sunk"
            >
              {name}
            </Link>
          ) : (
            <span className="inline-flex min-h-9 items-center rounded-full border border-dashed border-edge px-3 text-sm">{name}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
