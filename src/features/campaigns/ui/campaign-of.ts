import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { throwIfAbsent } from '#platform/client/throw-if-absent.ts'
import type { Campaign } from '../contract.ts'
import { addressPart } from '../terms.ts'
import { api } from './api.ts'

export const campaignBy = (idOrSlug: string) => api.get.queryOptions({ input: { idOrSlug } })

type Options = {
  queryClient: QueryClient
  slug: string
  /** The rest of the address after the campaign's own, with its search: "", "/admin". */
  below: string
}

/** The campaign of a page. Its id if it is published, its slug in capitals, and the end of a sentence after it redirect to its address. */
export async function campaignOf({ queryClient, slug, below }: Options): Promise<Campaign> {
  const campaign = await queryClient.ensureQueryData(campaignBy(slug.replace(/[.,;:!?)\]]+$/, '') || slug)).catch(throwIfAbsent)
  if (addressPart(campaign) === slug) return campaign
  // The address of a draft changes when it is published; that of a public campaign never changes.
  throw redirect({ href: `/campaigns/${addressPart(campaign)}${below}`, statusCode: campaign.status === 'draft' ? 307 : 301 })
}
