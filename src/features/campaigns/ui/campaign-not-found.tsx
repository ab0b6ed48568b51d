import { Link } from '@tanstack/react-router'
import { buttonClass } from '#design/button.tsx'
import { EmptyState } from '#design/states.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'

export function CampaignNotFound() {
  return (
    <div className="page-column py-12">
      <EmptyState
        level={1}
        title={m.campaigns_not_found_title()}
        action={
          <Link to="/campaigns" className={buttonClass({ tone: 'primary' })}>
            {m.campaigns_not_found_back(nouns)}
          </Link>
        }
      >
        {m.campaigns_not_found_text()}
      </EmptyState>
    </div>
  )
}
