import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { refusalOf } from '#platform/client/refusal-of.ts'
import type { Community } from '../contract.ts'
import { api } from './api.ts'

export const communityBy = (idOrSlug: string) => api.get.queryOptions({ input: { idOrSlug } })

type Asked = {
  queryClient: QueryClient
  slug: string
  /** The address below the community's own, with its search: "", "/edit". */
  below: string
  /** What is held of it may be over: it is asked for again. */
  isAnew?: boolean
}

/** The community that a page is about. Its id, or its slug in capitals, leads to its address. */
export async function communityOf({ queryClient, slug, below, isAnew }: Asked): Promise<Community> {
  const asked = communityBy(slug)
  // What could not be asked for again the last time does not stand for it any longer.
  const isOver = isAnew || queryClient.getQueryState(asked.queryKey)?.status === 'error'
  const community = await (isOver ? queryClient.fetchQuery({ ...asked, staleTime: 0 }) : queryClient.ensureQueryData(asked)).catch((error: unknown) => {
    // Nothing has a name this long or of these characters, so a malformed one is not found either.
    if ([400, 404].includes(refusalOf(error)?.status ?? 0)) throw notFound()
    throw error
  })
  if (community.slug === slug) return community
  throw redirect({ href: `/communities/${community.slug}${below}`, statusCode: 301 })
}

/** Whether the reader's standing, or whether a community is there at all, may be another than what is shown. */
export const mayStandOtherwise = (error: unknown): boolean => [403, 404].includes(refusalOf(error)?.status ?? 0)
