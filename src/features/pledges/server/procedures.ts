import { implement } from '@orpc/server'
import type { BellNews } from '#features/notifications/server/public.ts'
import { notSignedIn, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { pledgesContract } from '../contract.ts'
import { profilePages } from '../policy.ts'
import type { PledgeDesk } from './desk.ts'
import { setPrivacy } from './set-privacy.ts'

/** `pagesChanged` makes the cached pages of a path be rendered anew, in every process. */
type PledgesContext = RequestContext & { pledges: PledgeDesk; bellNews: BellNews; pagesChanged: (beginning: string) => void }

const os = implement(pledgesContract).$context<PledgesContext>()

const join = os.join.use(signedIn).handler(async ({ context, input, errors }) => {
  const { viewer, viewerEmail: email, pledges } = context
  const taken = await pledges.take({ campaignId: input.id, personId: viewer.id, email, isPrivate: input.isPrivate ?? viewer.pledgesPrivately })
  if (taken.outcome === 'absent') throw errors.NOT_FOUND()
  if (taken.outcome === 'gone') throw notSignedIn()
  if (taken.outcome === 'closed') throw errors.CAMPAIGN_NOT_ACTIVE()
  return { pledge: taken.pledge, count: taken.count }
})

const setPrivate = os.setPrivate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, pagesChanged, bellNews } = context
  const set = await setPrivacy(db, { campaignId: input.id, personId: viewer.id, isPrivate: input.isPrivate })
  if (!set) throw errors.NOT_FOUND()
  // Also where nothing changed: a change may have been committed whose answer was lost before anybody was notified.
  pagesChanged(`${profilePages}${viewer.id}`)
  if (set.creatorId !== null && set.creatorId !== viewer.id) bellNews.reworded([set.creatorId])
  return { pledge: set.pledge }
})

export const pledgeProcedures = os.router({ join, setPrivate })
