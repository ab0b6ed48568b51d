import { implement } from '@orpc/server'
import { personToConfirm } from '#features/accounts/server/public.ts'
import { type Switches, switchError } from '#features/moderation/switches/server/public.ts'
import type { BellNews } from '#features/notifications/server/public.ts'
import { anyone, notSignedIn, type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { pledgesContract } from '../contract.ts'
import { askForLook } from '../holding/server/look.ts'
import { profilePages } from '../policy.ts'
import { detachPledge } from './detach.ts'
import { type JoinIntentions, waitingJoins } from './intentions.ts'
import type { PledgeWriter } from './pledge-writer.ts'
import { setPrivacy } from './set-privacy.ts'
import { dismissShownNotice } from './shown-notice.ts'
import { pledgeInFull, tickAction, untickAction } from './ticks.ts'

/** `joinToken` is the token of this browser's join intentions. */
type PledgesContext = RequestContext & {
  pledges: PledgeWriter
  joinIntentions: JoinIntentions
  joinToken: string | null
  bellNews: BellNews
  switches: Switches
}

const os = implement(pledgesContract).$context<PledgesContext>()

const join = os.join.use(signedIn).handler(async ({ context, input, errors }) => {
  const { viewer, viewerEmail: email, pledges, joinIntentions, joinToken, switches, request } = context
  if (switches.isJoiningClosed(input.id, viewer)) throw switchError('joining_paused')
  const taken = await pledges.take({
    campaignId: input.id,
    personId: viewer.id,
    email,
    isPrivate: input.isPrivate ?? viewer.pledgesPrivately,
    caller: request,
  })
  await joinIntentions.drop(joinToken, { campaignId: input.id })
  if (taken.outcome === 'absent') throw errors.NOT_FOUND()
  if (taken.outcome === 'gone') throw notSignedIn()
  if (taken.outcome === 'closed') throw errors.CAMPAIGN_NOT_ACTIVE()
  return { pledge: taken.pledge, count: taken.count }
})

const setPrivate = os.setPrivate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, pagesChanged, bellNews } = context
  const set = await setPrivacy(db, { campaignId: input.id, personId: viewer.id, isPrivate: input.isPrivate })
  if (!set) throw errors.NOT_FOUND()
  // Runs even if nothing changed: an earlier request may have been committed without reaching this point.
  pagesChanged(`${profilePages}${viewer.id}`)
  if (set.creatorId !== null && set.creatorId !== viewer.id) bellNews.reworded([set.creatorId])
  return { pledge: set.pledge }
})

const detach = os.detach.use(signedIn).handler(async ({ context, input: { id }, errors }) => {
  const { db, viewer, pagesChanged, bellNews } = context
  const detached = await detachPledge(db, { campaignId: id, personId: viewer.id })
  if (detached.outcome === 'absent') throw errors.NOT_FOUND()
  if (detached.outcome === 'PLEDGE_TOO_NEW') throw errors.PLEDGE_TOO_NEW({ data: { detachableFrom: detached.from ?? new Date() } })
  if (detached.outcome !== 'detached') throw errors[detached.outcome]()
  pagesChanged(`${profilePages}${viewer.id}`)
  bellNews.changed([viewer.id])
  if (detached.creatorId !== null) bellNews.reworded([detached.creatorId])
  return { id }
})

const intentions = os.intentions.use(anyone).handler(async ({ context }) => ({ items: await context.joinIntentions.list(context.joinToken) }))

const waiting = os.waiting.use(anyone).handler(async ({ context: { db }, input }) => {
  const personId = await personToConfirm(db, input.token)
  return { items: personId === null ? [] : await waitingJoins(db, personId) }
})

const dropIntention = os.dropIntention.use(anyone).handler(async ({ context, input: { id } }) => {
  await context.joinIntentions.drop(context.joinToken, { id })
  return { id }
})

const dismissNotice = os.dismissNotice.use(signedIn).handler(async ({ context: { db, viewer } }) => {
  await dismissShownNotice(db, viewer.id)
  return { hasShownNotice: false as const }
})

const get = os.get.use(signedIn).handler(async ({ context, input, errors }) => {
  const own = await pledgeInFull(context.db, { campaignId: input.id, personId: context.viewer.id })
  if (!own) throw errors.NOT_FOUND()
  return own
})

const askLook = os.askLook.use(signedIn).handler(async ({ context: { db, viewer }, input: { id: campaignId }, errors }) => {
  if (!(await askForLook(db, { campaignId, personId: viewer.id }))) throw errors.NOT_FOUND()
  return { isLookAsked: true as const }
})

const tick = os.tick.use(signedIn).handler(async ({ context, input, errors }) => {
  const { id: campaignId, actionId } = input
  const ticked = await tickAction(context.db, { campaignId, actionId, personId: context.viewer.id })
  if (!ticked) throw errors.NOT_FOUND()
  return ticked
})

const untick = os.untick.use(signedIn).handler(async ({ context, input, errors }) => {
  const { id: campaignId, actionId } = input
  const unticked = await untickAction(context.db, { campaignId, actionId, personId: context.viewer.id })
  if (!unticked) throw errors.NOT_FOUND()
  return unticked
})

export const pledgeProcedures = os.router({ join, get, setPrivate, detach, askLook, tick, untick, intentions, waiting, dropIntention, dismissNotice })
