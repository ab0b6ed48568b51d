import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { EmptyPage } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'

/** `data`: if moderators removed the campaign, when and by which rule. */
export function CampaignNotFound({ data }: { data?: unknown }) {
  const removal = typeof data === 'string' ? data : null
  return (
    <EmptyPage
      title={removal ? m.campaigns_removed_title(nouns) : m.campaigns_not_found_title()}
      action={
        <Link to="/campaigns" className={buttonClass({ tone: 'primary' })}>
          {m.campaigns_not_found_back(nouns)}
        </Link>
      }
    >
      {removal ?? m.campaigns_not_found_text()}
    </EmptyPage>
  )
}
