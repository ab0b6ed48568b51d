import { implement } from '@orpc/server'
import { inTransaction, once } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { moderatorsOnly } from '#platform/server/roles-only.ts'
import { type RequestContext, signedIn } from '#platform/server/rpc.ts'
import { longTransaction } from '#platform/server/store/long-transaction.ts'
import type { PledgeWriter } from '../../server/pledge-writer.ts'
import { correctionsContract } from '../contract.ts'
import { selectionProblems } from '../policy.ts'
import { heldGroups, letGroupIn, rejectGroup } from './held.ts'
import {
  consentToInvalidation,
  listInvalidations,
  refuseOwnCampaigns,
  refuseUnknownCampaign,
  startInvalidation,
  stopInvalidation,
  undoInvalidation,
  upholdInvalidation,
} from './invalidations.ts'
import { findCampaign, joinsOf } from './joins.ts'
import { previewSelection, recordPreview, refuseSmallHour, selectedParts } from './selection.ts'

/** `invalidations.runSoon` starts the job in the leader. */
type CorrectionsContext = RequestContext & {
  pledges: Pick<PledgeWriter, 'addressKey'>
  invalidations: { runSoon: () => void }
  notifications: { runSoon: () => void }
}

const os = implement(correctionsContract).$context<CorrectionsContext>().use(moderatorsOnly)

const joins = os.joins.use(signedIn).handler(async ({ context, input, errors }) => {
  const campaign = input.campaign === undefined ? null : await findCampaign(context.db, input.campaign)
  if (campaign === undefined) throw errors.NOT_FOUND()
  if (campaign) await refuseOwnCampaigns(context.db, { campaignIds: [campaign.id], moderatorId: context.viewer.id, field: 'campaign' })
  return joinsOf(context.db, campaign)
})

const preview = os.preview.use(signedIn).handler(async ({ context, input }) => {
  refuseFields(selectionProblems(input))
  await refuseUnknownCampaign(context.db, input.campaignId)
  await refuseOwnCampaigns(context.db, {
    campaignIds: input.campaignId === undefined ? [] : [input.campaignId],
    moderatorId: context.viewer.id,
    field: 'campaignId',
  })
  await refuseSmallHour(context.db, input)
  const looking = { selection: input, moderatorId: context.viewer.id }
  await recordPreview(context.db, looking)
  return longTransaction(context.store, 'one moment, read only', (tx) => previewSelection(tx, { ...looking, addressKey: context.pledges.addressKey }))
})

const list = os.list.use(signedIn).handler(({ context: { db, viewer } }) => listInvalidations(db, viewer.id))

const start = os.start.use(signedIn).handler(async ({ context, input }) => {
  const { db, store, viewer, request, invalidations, notifications } = context
  const counting = { selection: input.selection, moderatorId: viewer.id, addressKey: context.pledges.addressKey }
  refuseFields(selectionProblems(input.selection))
  const parts = await longTransaction(store, 'one moment, read only', (tx) => selectedParts(tx, counting))
  const started = await once({ db, personId: viewer.id, key: request.idempotencyKey, operation: 'corrections.start', input }, (tx) =>
    startInvalidation(tx, { ...input, parts, moderatorId: viewer.id }),
  )
  invalidations.runSoon()
  notifications.runSoon()
  return started
})

const held = os.held.use(signedIn).handler(async ({ context }) => ({ items: await heldGroups(context.db) }))

const letIn = os.letIn.use(signedIn).handler(async ({ context: { db, viewer, invalidations }, input, errors }) => {
  if (!(await inTransaction(db, (tx) => letGroupIn(tx, { ...input, moderatorId: viewer.id })))) throw errors.NOT_FOUND()
  invalidations.runSoon()
  return { network: input.network }
})

const reject = os.reject.use(signedIn).handler(async ({ context: { db, viewer, invalidations }, input, errors }) => {
  const started = await inTransaction(db, (tx) => rejectGroup(tx, { ...input, moderatorId: viewer.id }))
  if (!started) throw errors.NOT_FOUND()
  invalidations.runSoon()
  return started
})

const consent = os.consent.use(signedIn).handler(async ({ context: { db, viewer, invalidations }, input: { id }, errors }) => {
  const outcome = await inTransaction(db, (tx) => consentToInvalidation(tx, { id, moderator: viewer }))
  if (outcome === 'absent') throw errors.NOT_FOUND()
  if (outcome === 'forbidden') throw errors.FORBIDDEN()
  if (outcome === 'refused') throw errors.NOT_PROPOSED()
  invalidations.runSoon()
  return { id }
})

const stop = os.stop.use(signedIn).handler(async ({ context: { db, viewer }, input: { id }, errors }) => {
  const outcome = await inTransaction(db, (tx) => stopInvalidation(tx, { id, moderatorId: viewer.id }))
  if (outcome === 'absent') throw errors.NOT_FOUND()
  if (outcome === 'refused') throw errors.NOT_RUNNING()
  return { id }
})

const undo = os.undo.use(signedIn).handler(async ({ context: { db, viewer, pledges, invalidations }, input, errors }) => {
  const outcome = await inTransaction(db, (tx) => undoInvalidation(tx, { ...input, moderator: viewer, addressKey: pledges.addressKey }))
  if (outcome === 'absent') throw errors.NOT_FOUND()
  if (outcome === 'refused') throw errors.NOT_UNDOABLE()
  invalidations.runSoon()
  return { id: input.id }
})

const uphold = os.uphold.use(signedIn).handler(async ({ context: { db, viewer }, input, errors }) => {
  const outcome = await inTransaction(db, (tx) => upholdInvalidation(tx, { ...input, moderatorId: viewer.id }))
  if (outcome === 'absent') throw errors.NOT_FOUND()
  if (outcome === 'refused') throw errors.NOT_UNDOABLE()
  if (outcome === 'unasked') throw errors.NOBODY_WAITS()
  return { id: input.id }
})

export const correctionProcedures = os.router({ joins, preview, list, start, held, letIn, reject, consent, stop, undo, uphold })
