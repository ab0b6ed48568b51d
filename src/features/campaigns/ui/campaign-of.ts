import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Campaign } from '../contract.ts'
import { api } from './api.ts'

export const campaignBy = (idOrSlug: string) => api.get.queryOptions({ input: { idOrSlug } })

type Asked = {
  queryClient: QueryClient
  slug: string
  /** The address below the campaign's own, with its search: "", "/admin". */
  below: string
}

/** The campaign that a page is about. Its id, or its slug in capitals, leads to its address. */
export async function campaignOf({ queryClient, slug, below }: Asked): Promise<Campaign> {
  const campaign = await queryClient.ensureQueryData(campaignBy(slug)).catch((error: unknown) => {
    // Nothing has a name this long or of these characters, so a malformed one is not found either.
    if ([400, 404].includes(refusalOf(error)?.status ?? 0)) throw notFound()
    throw error
  })
  if (campaign.slug === slug) return campaign
  // A draft's address changes with its title, that of a public campaign never.
  throw redirect({ href: `/campaigns/${campaign.slug}${below}`, statusCode: campaign.status === 'draft' ? 307 : 301 })
}
