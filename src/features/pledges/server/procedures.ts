import { implement } from '@orpc/server'
import { notSignedIn, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { pledgesContract } from '../contract.ts'
import type { PledgeDesk } from './desk.ts'

const os = implement(pledgesContract).$context<RequestContext & { pledges: PledgeDesk }>()

const join = os.join.use(signedIn).handler(async ({ context, input, errors }) => {
  const { viewer, viewerEmail: email, pledges } = context
  const taken = await pledges.take({ campaignId: input.id, personId: viewer.id, email, isPrivate: input.isPrivate ?? viewer.pledgesPrivately })
  if (taken.outcome === 'absent') throw errors.NOT_FOUND()
  if (taken.outcome === 'gone') throw notSignedIn()
  if (taken.outcome === 'closed') throw errors.CAMPAIGN_NOT_ACTIVE()
  return { pledge: taken.pledge, count: taken.count }
})

export const pledgeProcedures = os.router({ join })
