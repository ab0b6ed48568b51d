import { Link } from '@tanstack/react-router'
import { PersonLink } from '#features/accounts/ui/person-link.tsx'
import { m } from '#messages'
import { fullDay } from '#platform/format.ts'
import type { Campaign } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { Badges } from './badges.tsx'
import { Cover } from './cover.tsx'
import { Outcome } from './outcome.tsx'
import { titleSize } from './title-size.ts'

/**
 * The head of the page: the title, the creator, the target and the demand. A picture only if one was uploaded, because the drawn poster
 * repeats the title.
 */
export function Lead({ campaign }: { campaign: Campaign }) {
  return (
    <header className="min-w-0">
      <Badges campaign={campaign} place="detail" />
      <h1 dir="auto" className={`type-title mt-3 leading-none hyphens-auto text-balance wrap-anywhere ${titleSize(campaign.title)}`}>
        {campaign.title}
      </h1>
      <Outcome campaign={campaign} />
      <p className="mt-5 text-lg text-muted wrap-anywhere">
        <DemandLine campaign={campaign} />
      </p>
      <p dir="auto" className="mt-1 max-w-prose text-xl leading-snug font-semibold wrap-anywhere md:text-[1.5rem]">
        {campaign.summary}
      </p>
      {campaign.target.isFictional && <p className="mt-3 text-sm text-muted">{m.campaigns_fictional_target({ target: campaign.target.name })}</p>}
      <Causes causes={campaign.causes} />
      {campaign.editedAt && (
        <p className="mt-3">
          <Link
            to="/campaigns/$slug/history"
            params={{ slug: addressPart(campaign) }}
            className="link inline-flex min-h-11 items-center text-sm text-muted print:hidden"
          >
            {m.campaigns_edited({ day: fullDay(campaign.editedAt) })}
          </Link>
        </p>
      )}
      {campaign.cover && (
        <div className="mt-6 border border-line print:hidden">
          <Cover campaign={campaign} sizes="(width < 64rem) 100vw, 44rem" isFirst />
        </div>
      )}
    </header>
  )
}

/** "Ada L. asks of Beanholt": the creator's name links to the profile, and the target's to its page. */
function DemandLine({ campaign }: { campaign: Campaign }) {
  const [creatorMark, targetMark] = ['\u0000', '\u0001']
  const isOver = campaign.status === 'victory' || campaign.status === 'archived'
  const says = isOver ? m.campaigns_asked : m.campaigns_asks
  const sentence = campaign.isHistorical ? m.campaigns_was_asked({ target: targetMark }) : says({ creator: creatorMark, target: targetMark })
  // Handles both marks in any order, since the order depends on the language.
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
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <strong className="font-semibold text-ink">
      <bdi>{name}</bdi>
    </strong>
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
