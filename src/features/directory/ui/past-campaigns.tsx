import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Section } from '#design/section.tsx'
import { Ledger } from '#features/campaigns/ui/ledger.tsx'
import { m } from '#messages'
import { nouns } from '#platform/brand.ts'
import { pastCampaigns } from './api.ts'

/** The latest campaigns against a target that have ended, with how they ended. */
export function PastCampaigns({ slug }: { slug: string }) {
  const page = useInfiniteQuery(pastCampaigns(slug)).data?.pages[0]
  if (!page || page.items.length === 0) return null
  return (
    <Section
      id="past"
      title={m.directory_past(nouns)}
      aside={
        page.nextCursor && (
          <Link to="/campaigns" search={{ target: slug, sort: 'newest' }} className="link inline-flex min-h-11 items-center">
            {m.directory_past_all()}
          </Link>
        )
      }
    >
      <Ledger campaigns={page.items} />
    </Section>
  )
}
