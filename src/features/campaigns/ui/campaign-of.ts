import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Campaign } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { api } from './api.ts'

export const campaignBy = (idOrSlug: string) => api.get.queryOptions({ input: { idOrSlug } })

type Asked = {
  queryClient: QueryClient
  slug: string
  /** The address below the campaign's own, with its search: "", "/admin". */
  below: string
}

/** The campaign that a page is about. The id of a published one, or its slug in capitals, redirects to its address. */
export async function campaignOf({ queryClient, slug, below }: Asked): Promise<Campaign> {
  const campaign = await queryClient.ensureQueryData(campaignBy(slug)).catch((error: unknown) => {
    // Nothing has a name this long or of these characters, so a malformed one is not found either.
    if ([400, 404].includes(refusalOf(error)?.status ?? 0)) throw notFound()
    throw error
  })
  if (addressPart(campaign) === slug) return campaign
  // A draft's address changes when it is published, that of a public campaign never.
  throw redirect({ href: `/campaigns/${addressPart(campaign)}${below}`, statusCode: campaign.status === 'draft' ? 307 : 301 })
}
