import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { refusalOf } from '#platform/client/refusal-of.ts'
import { throwIfAbsent } from '#platform/client/throw-if-absent.ts'
import type { Community } from '../contract.ts'
import { api } from './api.ts'

export const communityBy = (idOrSlug: string) => api.get.queryOptions({ input: { idOrSlug } })

type Options = {
  queryClient: QueryClient
  slug: string
  /** Path and search after the community's address: "", "/edit". */
  below: string
  /** Refetches the community even if it is cached. */
  refetches?: boolean
}

/** Loads the community of a page. An id, or a slug with capital letters, redirects to the canonical address. */
export async function communityOf({ queryClient, slug, below, refetches }: Options): Promise<Community> {
  const asked = communityBy(slug)
  // After a failed refetch the cached data may be out of date, so it is fetched again.
  const isOver = refetches || queryClient.getQueryState(asked.queryKey)?.status === 'error'
  const community = await (isOver ? queryClient.fetchQuery({ ...asked, staleTime: 0 }) : queryClient.ensureQueryData(asked)).catch(throwIfAbsent)
  if (community.slug === slug) return community
  throw redirect({ href: `/communities/${community.slug}${below}`, statusCode: 301 })
}

/** True if the error suggests that the viewer's access has changed or the community was deleted. */
export const mayHaveChangedAccess = (error: unknown): boolean => [403, 404, 410, 451].includes(refusalOf(error)?.status ?? 0)
