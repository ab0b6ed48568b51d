import { implement, ORPCError } from '@orpc/server'
import { publishDecided, refuseAbsent, removalOf } from '#features/moderation/server/public.ts'
import { type Switches, switchError } from '#features/moderation/switches/server/public.ts'
import type { BellNews, NotificationQueue } from '#features/notifications/server/public.ts'
import { type PledgeWriter, pledgeKeysOf } from '#features/pledges/server/public.ts'
import type { TallyJob } from '#features/pledges/tallies/server/public.ts'
import { namesIn } from '#platform/name-list.ts'
import { raise } from '#platform/raise.ts'
import { openConcurrencyLimit } from '#platform/server/concurrency-limit.ts'
import { inTransaction, once } from '#platform/server/idempotency.ts'
import { decodeCursor, pageOfRows } from '#platform/server/keyset.ts'
import { inSearchTurn } from '#platform/server/ranked-search.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { anyone, type RequestContext, requireConfirmed, signedIn } from '#platform/server/rpc.ts'
import type { Viewer } from '#platform/viewer.ts'
import { campaignsContract } from '../contract.ts'
import { mayDelete, shownIn } from '../policy.ts'
import { homeLists } from '../terms.ts'
import { campaignProblems } from '../validation/policy.ts'
import { campaignAccess, lockCampaign } from './access.ts'
import { changeCampaign } from './change.ts'
import { editableCampaign } from './editable.ts'
import { endCampaign } from './end.ts'
import { editOf, editsOf } from './history.ts'
import { moderateCampaign } from './moderate-campaign.ts'
import { ownCampaigns } from './own-campaigns.ts'
import { campaignPage } from './page.ts'
import { publishDraft } from './publish-draft.ts'
import { listCampaigns, recentlyWon } from './queries.ts'
import { setQuiet as setQuietCounting } from './quiet.ts'
import { publishNew, saveDraft } from './save.ts'
import { searchCampaigns } from './search.ts'

type CampaignsContext = RequestContext & {
  bellNews: BellNews
  pledges: PledgeWriter
  tally: TallyJob
  notifications: NotificationQueue
  switches: Switches
}
const os = implement(campaignsContract).$context<CampaignsContext>()

// Publishing runs many statements and takes locks that others wait for. The concurrency limit keeps a rush from using every connection.
const publishing = openConcurrencyLimit({
  atOnce: 6,
  waiting: 1_000,
  full: () => new ORPCError('UNAVAILABLE', { status: 503, message: 'Too many campaigns are being saved at once. Try again in a moment.' }),
})

const list = os.list.use(anyone).handler(({ context, input }) => {
  const { status, causes, q, ...given } = input
  const statuses = status === 'default' || status === 'all' || status === 'ended' ? shownIn[status] : [status]
  const filter = { ...given, statuses, causes: namesIn(causes) }
  return q?.trim() ? inSearchTurn(() => searchCampaigns(context.db, { ...filter, text: q })) : listCampaigns(context.db, filter)
})

const mine = os.mine.use(signedIn).handler(async ({ context, input }) => {
  const rows = await ownCampaigns(context.db, { creatorId: context.viewer.id, from: decodeCursor(input.cursor, 'time'), limit: input.limit + 1 })
  return pageOfRows(rows, input.limit, { item: ({ at: _at, ...item }) => item, position: (row) => ({ after: row.at, id: row.id }) })
})

const get = os.get.use(anyone).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  const campaign = await campaignPage(db, { idOrSlug: input.idOrSlug, viewer })
  return campaign ?? refuseAbsent(await removalOf(db, { table: 'campaign', idOrSlug: input.idOrSlug }), errors)
})

const create = os.create.use(signedIn).handler(async ({ context, input }) => {
  const { publish, ...campaign } = input
  if (publish) checkPublishing(context)
  refuseFields(campaignProblems(campaign, { publish }))
  const { db, viewer } = context
  const act = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'campaigns.create', input, inTurn: publishing }
  const saved = await once(act, (tx) => (publish ? publishNew(tx, { input: campaign, ...publisherOf(context) }) : saveDraft(tx, { input: campaign, viewer })))
  if (publish) changed(context)
  return saved
})

// Refusals are thrown, so that the transaction also rolls back a new target and the idempotency key.
const publish = os.publish.use(signedIn).handler(async ({ context, input, errors }) => {
  checkPublishing(context)
  const { db, viewer } = context
  const act = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'campaigns.publish', input, inTurn: publishing }
  const saved = await once(act, async (tx) => {
    const outcome = await publishDraft(tx, { ...input, ...publisherOf(context) })
    if (outcome === 'absent') throw errors.NOT_FOUND()
    if (outcome === 'changed elsewhere') throw errors.CAMPAIGN_CHANGED()
    if (outcome.status !== 'active') throw errors.CAMPAIGN_NOT_DRAFT()
    return outcome
  })
  changed(context)
  return saved
})

function checkPublishing(context: CampaignsContext & { viewer: Viewer }): void {
  requireConfirmed(context)
  if (context.switches.current().on.includes('no_new_campaigns')) throw switchError('no_new_campaigns')
}

const publisherOf = ({ viewer, viewerEmail, pledges }: CampaignsContext & { viewer: Viewer }) => ({
  viewer,
  keysOf: (campaignId: string) => pledgeKeysOf(pledges.addressKey, { email: viewerEmail, personId: viewer.id, campaignId }),
})

const update = os.update.use(signedIn).handler(async ({ context, input, errors }) => {
  const { id, ifUnchangedSince, ...changes } = input
  const { db, viewer } = context
  const act = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: 'campaigns.update', input, inTurn: publishing }
  const saved = await once(act, async (tx) => {
    const outcome = await changeCampaign(tx, { id, changes, ifUnchangedSince, viewer })
    if (typeof outcome === 'object' && 'frozen' in outcome) {
      throw errors.CAMPAIGN_FROZEN({
        data: { fields: Object.fromEntries(outcome.frozen.map((field) => [field === 'summary' ? 'goal' : field, 'CAMPAIGN_FROZEN'])) },
      })
    }
    if (outcome === 'changed elsewhere') throw errors.CAMPAIGN_CHANGED()
    if (outcome === 'too often') throw errors.TOO_MANY_EDITS()
    return orRefuse(outcome, errors)
  })
  if (saved.status === 'active') changed(context)
  return saved
})

const editable = os.editable
  .use(signedIn)
  .handler(async ({ context: { db, viewer }, input, errors }) =>
    orRefuse(await inTransaction(db, (tx) => editableCampaign(tx, { id: input.id, viewer })), errors),
  )

const remove = os.remove.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  await inTransaction(db, async (tx) => {
    const locked = await lockCampaign(tx, { id: input.id, viewer })
    if (!locked) throw errors.NOT_FOUND()
    if (!locked.viewer.isCreator) throw errors.FORBIDDEN()
    if (!mayDelete(locked)) throw errors.CAMPAIGN_NOT_DRAFT()
    await tx.deleteFrom('campaign').where('id', '=', input.id).execute()
  })
  return { id: input.id }
})

const declareVictory = os.declareVictory.use(signedIn).handler(({ context, input, errors }) => end(context, { to: 'victory', input, errors }))
const archive = os.archive.use(signedIn).handler(({ context, input, errors }) => end(context, { to: 'archived', input, errors }))

const setQuiet = os.setQuiet.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer, pagesChanged } = context
  orRefuse(await inTransaction(db, (tx) => setQuietCounting(tx, { ...input, viewer })), errors)
  pagesChanged()
  return (await campaignPage(db, { idOrSlug: input.id, viewer })) ?? raise(errors.NOT_FOUND())
})

const moderate = os.moderate.use(signedIn).handler(async ({ context, input, errors }) => {
  const { db, viewer } = context
  publishDecided(await inTransaction(db, (tx) => moderateCampaign(tx, { ...input, moderator: viewer })), context, errors)
  return (await campaignPage(db, { idOrSlug: input.id, viewer })) ?? raise(errors.NOT_FOUND())
})

type Refusals = { NOT_FOUND: () => Error; FORBIDDEN: () => Error; CAMPAIGN_NOT_ACTIVE: () => Error }
type Ending = { to: 'victory' | 'archived'; input: { id: string; statement?: string; reason?: string | undefined }; errors: Refusals }

async function end(context: CampaignsContext & { viewer: Viewer }, { to, input, errors }: Ending) {
  const { db, viewer } = context
  const act = { db, personId: viewer.id, key: context.request.idempotencyKey, operation: `campaigns.${to}`, input, inTurn: publishing }
  const ended = await once(act, async (tx) => orRefuse(await endCampaign(tx, { ...input, to, viewer }), errors))
  changed(context)
  context.notifications.runSoon()
  return ended
}

function orRefuse<Done extends object>(outcome: Done | 'absent' | 'forbidden' | 'not active', errors: Refusals): Done {
  if (outcome === 'absent') throw errors.NOT_FOUND()
  if (outcome === 'forbidden') throw errors.FORBIDDEN()
  if (outcome === 'not active') throw errors.CAMPAIGN_NOT_ACTIVE()
  return outcome
}

const history = os.history.use(anyone).handler(async ({ context, input, errors }) => {
  if (!(await campaignAccess(context.db, { id: input.id, viewer: context.viewer }))) throw errors.NOT_FOUND()
  const from = decodeCursor(input.cursor, 'time')
  const rows = await editsOf(context.db, { campaignId: input.id, from, limit: input.limit + 1 })
  return pageOfRows(rows, input.limit, { item: ({ at: _at, ...edit }) => edit, position: (row) => ({ after: row.at, id: row.id }) })
})

const historyEntry = os.historyEntry.use(anyone).handler(async ({ context, input, errors }) => {
  if (!(await campaignAccess(context.db, { id: input.id, viewer: context.viewer }))) throw errors.NOT_FOUND()
  return (await editOf(context.db, { campaignId: input.id, editId: input.editId })) ?? raise(errors.NOT_FOUND())
})

function changed({ tally, pagesChanged }: CampaignsContext) {
  pagesChanged()
  tally.campaignsChanged()
}

export const campaignProcedures = os.router({
  list,
  recentlyWon: os.recentlyWon.use(anyone).handler(async ({ context }) => ({ items: await recentlyWon(context.db, homeLists.won) })),
  mine,
  get,
  create,
  publish,
  update,
  editable,
  remove,
  declareVictory,
  archive,
  setQuiet,
  moderate,
  history,
  historyEntry,
})
