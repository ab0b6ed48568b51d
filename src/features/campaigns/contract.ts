import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Picture } from '#features/media/contract.ts'
import { Moderation, ModerationInput, moderationErrors, removed } from '#features/moderation/contract.ts'
import { publishingClosed } from '#features/moderation/switches/contract.ts'
import { Count, notActive, OwnPledge } from '#features/pledges/contract.ts'
import { quietSteps } from '#features/pledges/quiet/terms.ts'
import { CompanyReply } from '#features/replies/contract.ts'
import { personLimit } from '#features/trust/contract.ts'
import { Author } from '#platform/author.ts'
import { Id, PageInput, pageOf } from '#platform/page.ts'
import { badCursor, confirmFirst, fieldRefusals, keyReused, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { campaignSorts, durationBases, editableStatuses, statuses } from './terms.ts'
import { endingCodes, problemCodes, profileGone, stepFailures } from './validation/terms.ts'

/** Null for a draft: until it is published, its address is its id. */
const Slug = z.string().nullable()

const Named = z.object({ slug: z.string(), name: z.string() })

/** The amount that one supporter withholds. `spendCents` is integer cents of `currency` per `durationBasis`. */
export const Impact = z.discriminatedUnion('mode', [
  z.object({
    mode: z.literal('monetary'),
    productService: z.string(),
    spendCents: z.int().positive(),
    durationBasis: z.enum(durationBases),
    currency: z.literal('USD'),
  }),
  z.object({ mode: z.literal('non_monetary'), unit: z.string() }),
])
export type Impact = z.infer<typeof Impact>

export const CampaignCard = z.object({
  id: z.uuid(),
  slug: z.string(),
  status: z.enum(statuses),
  title: z.string(),
  summary: z.string(),
  target: Named,
  /** Null for historical boycotts. */
  creator: Author.omit({ avatarUrl: true }).nullable(),
  industry: Named.nullable(),
  cover: Picture.nullable(),
  impact: Impact,
  count: Count,
  /** The creator's goal. Null means the next of 100, 1,000, 10,000 ... */
  supportersGoal: z.int().nullable(),
  /** Estimated yearly impact of all supporters in integer cents. Null if the impact is not in money. */
  yearlyCents: z.number().nullable(),
  trendingScore: z.number(),
  isHistorical: z.boolean(),
  startedOn: z.string().nullable(),
  endedOn: z.string().nullable(),
  publishedAt: z.date().nullable(),
})
export type CampaignCard = z.infer<typeof CampaignCard>

/** A card that may also be the viewer's own draft. */
export const AnyCard = CampaignCard.extend({ slug: Slug })
export type AnyCard = z.infer<typeof AnyCard>

/** The fields that lists of pledges show. */
export const JoinedCampaign = CampaignCard.pick({ id: true, slug: true, title: true, status: true, target: true })
export type JoinedCampaign = z.infer<typeof JoinedCampaign>

export const Campaign = AnyCard.extend({
  bodyHtml: z.string(),
  whyItMatters: z.string(),
  target: z.object({ slug: z.string().nullable(), name: z.string(), isFictional: z.boolean() }),
  causes: z.array(z.object({ slug: z.string().nullable(), name: z.string() })),
  actions: z.array(z.string()),
  alternatives: z.array(z.object({ name: z.string(), url: z.string().nullable(), note: z.string().nullable() })),
  /** The outcome. `outcomeHtml` is set if the person who declared the victory wrote it, and otherwise empty. */
  outcome: z.string().nullable(),
  outcomeHtml: z.string(),
  /** Sources in the creator's order. Only sources of historical campaigns have a publisher. */
  sources: z.array(z.object({ url: z.string(), description: z.string(), publisher: z.string().nullable() })),
  /** The creator's last change after publication, or null. */
  editedAt: z.date().nullable(),
  /** Set if a moderator hid or removed the campaign. Only its creator and the site's moderators then receive it. */
  moderation: Moderation.nullable(),
  /** The target's side. Null for a draft and a historical campaign. */
  reply: CompanyReply.nullable(),
  quiet: z
    .object({ every: z.enum(quietSteps), countedAt: z.date(), nextAt: z.date() })
    .nullable()
    .describe('Set while the numbers move once an hour or a day: the time at which they were counted, and of the next step.'),
  quietEvery: z.enum(quietSteps).nullable().describe('The choice of the creator; it takes effect at the next step. Null for live.'),
  createdAt: z.date(),
  updatedAt: z.date(),
  viewer: z.object({ isCreator: z.boolean(), pledge: OwnPledge.nullable() }),
})
export type Campaign = z.infer<typeof Campaign>

const text = z.string().max(20_000)

const fields = {
  target: z
    .union([
      z.strictObject({ id: Id }),
      z.strictObject({
        name: text,
        websiteUrl: text.nullish(),
        industry: z.union([z.strictObject({ id: Id }), z.strictObject({ name: text })]).nullish(),
      }),
    ])
    .nullish(),
  title: text,
  summary: text,
  whyItMatters: text,
  body: z.string().max(100_000),
  sources: z.array(z.strictObject({ url: text, description: text })).max(50),
  causes: z.array(z.union([z.strictObject({ id: Id }), z.strictObject({ name: text })])).max(50),
  actions: z.array(text).max(100),
  alternatives: z.array(z.strictObject({ name: text, url: text.nullish(), note: text.nullish() })).max(100),
  impact: z.discriminatedUnion('mode', [
    z.strictObject({
      mode: z.literal('monetary'),
      productService: text.nullish(),
      spendCents: z.number().nullish(),
      durationBasis: z.enum(durationBases).nullish(),
    }),
    z.strictObject({ mode: z.literal('non_monetary'), unit: text.nullish() }),
  ]),
  supportersGoal: z.number().nullish(),
  coverMediaId: Id.nullish(),
}

/** A campaign as the wizard sends it. `campaignProblems` validates lengths and choices field by field. */
export const CampaignInput = z.strictObject({
  ...fields,
  summary: fields.summary.default(''),
  whyItMatters: fields.whyItMatters.default(''),
  body: fields.body.default(''),
  sources: fields.sources.default([]),
  causes: fields.causes.default([]),
  actions: fields.actions.default([]),
  alternatives: fields.alternatives.default([]),
})
export type CampaignInput = z.infer<typeof CampaignInput>

/** Any subset of a campaign's fields; missing fields stay unchanged. Lists are replaced as a whole. */
const CampaignChanges = z.strictObject(fields).partial()
export type CampaignChanges = z.infer<typeof CampaignChanges>

/**
 * The viewer's own draft or active campaign as it was typed, with the names of its ids, for further editing. Parts without an id are created
 * on publication. `isFrozen`: title, goal, target and impact can no longer change.
 */
const EditableCampaign = z.object({
  id: z.uuid(),
  slug: Slug,
  status: z.enum(editableStatuses),
  isFrozen: z.boolean(),
  updatedAt: z.date(),
  target: z
    .union([
      z.object({ id: z.uuid(), slug: z.string(), name: z.string(), industry: z.string().nullable(), isVerified: z.boolean() }),
      z.object({ name: z.string(), websiteUrl: z.string().nullable(), industry: z.object({ id: z.uuid().nullable(), name: z.string() }).nullable() }),
    ])
    .nullable(),
  title: z.string(),
  summary: z.string(),
  whyItMatters: z.string(),
  body: z.string(),
  sources: z.array(z.object({ url: z.string(), description: z.string() })),
  causes: z.array(z.object({ id: z.uuid().nullable(), name: z.string() })),
  actions: z.array(z.string()),
  alternatives: z.array(z.object({ name: z.string(), url: z.string().nullable(), note: z.string().nullable() })),
  impact: z.discriminatedUnion('mode', [
    z.object({
      mode: z.literal('monetary'),
      productService: z.string().nullable(),
      spendCents: z.int().nullable(),
      durationBasis: z.enum(durationBases).nullable(),
    }),
    z.object({ mode: z.literal('non_monetary'), unit: z.string().nullable() }),
  ]),
  supportersGoal: z.int().nullable(),
  cover: Picture.nullable(),
})
export type EditableCampaign = z.infer<typeof EditableCampaign>

/** The `updatedAt` that the editor has read. If it is given, changes made elsewhere in the meantime are not overwritten. */
const ifUnchangedSince = z.iso.datetime().optional()

/** One edit of a public campaign: its time, and the changed fields by their names in `CampaignInput`. */
const CampaignEdit = z.object({ id: z.uuid(), editedAt: z.date(), fields: z.array(z.string()) })
/** The same with each field's values before and after. */
export const CampaignEditInFull = CampaignEdit.omit({ fields: true }).extend({
  changes: z.array(z.object({ field: z.string(), before: z.json(), after: z.json() })),
})
export type CampaignEditInFull = z.infer<typeof CampaignEditInFull>

/** Required from a moderator who ends another person's campaign. It is stored only in the audit log. */
const reason = z.string().max(20_000).optional()

const NewCampaign = CampaignInput.extend({ publish: z.boolean() })
const Saved = z.object({ id: z.uuid(), slug: Slug, status: z.enum(statuses) })
const refusals = {
  ...fieldRefusals(problemCodes),
  ...signInFirst,
  ...keyReused,
  ...stepFailures,
  ...profileGone,
} as const

const changedElsewhere = {
  CAMPAIGN_CHANGED: { ...stateRefusal, message: 'This campaign was changed elsewhere after you loaded it.' },
} as const

const ownOnly = { ...notFound, FORBIDDEN: { message: 'Only its creator may do this.' } } as const

export const campaignsContract = {
  list: oc
    .route({ method: 'GET', path: '/campaigns', summary: 'Public campaigns, filtered and sorted', tags: ['Campaigns'] })
    .input(
      z.strictObject({
        status: z
          .enum(['default', 'all', 'active', 'victory', 'archived', 'ended'])
          .default('default')
          .describe('default: active and victory. all: also archived. ended: victory and archived.'),
        target: z.string().max(200).optional(),
        industry: z.string().max(200).optional(),
        causes: z.string().max(2_000).optional(),
        /** Searches title and summary with tolerance for typos. Text after 200 characters is ignored. */
        q: z.string().max(20_000).optional(),
        sort: z.enum(campaignSorts).default('trending'),
        ...PageInput,
      }),
    )
    .output(pageOf(CampaignCard))
    .errors(badCursor),

  recentlyWon: oc
    .route({ method: 'GET', path: '/victories', summary: 'The most recent victories of the last year, without historical campaigns', tags: ['Campaigns'] })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(CampaignCard).max(3) })),

  mine: oc
    .route({ method: 'GET', path: '/me/campaigns', summary: 'Your own campaigns, including drafts, newest first', tags: ['Campaigns'] })
    .input(z.strictObject(PageInput))
    .output(
      pageOf(z.object({ id: z.uuid(), slug: Slug, status: z.enum(statuses), title: z.string(), targetName: z.string(), count: Count, createdAt: z.date() })),
    )
    .errors({ ...signInFirst, ...badCursor }),

  get: oc
    .route({ method: 'GET', path: '/campaigns/{idOrSlug}', summary: 'One campaign', tags: ['Campaigns'] })
    .input(z.strictObject({ idOrSlug: z.string().max(300).toLowerCase() }))
    .output(Campaign)
    .errors({ ...notFound, ...removed }),

  create: oc
    .route({ method: 'POST', path: '/campaigns', summary: 'Save a draft or publish a campaign', tags: ['Campaigns'], successStatus: 201 })
    .input(NewCampaign)
    .output(Saved)
    .errors({ ...refusals, ...confirmFirst, ...publishingClosed, ...personLimit }),

  publish: oc
    .route({ method: 'POST', path: '/campaigns/{id}/publish', summary: 'Publish your own draft, with final changes', tags: ['Campaigns'] })
    .input(z.strictObject({ id: Id, changes: CampaignChanges.optional(), ifUnchangedSince }))
    .output(Saved)
    .errors({
      ...refusals,
      ...confirmFirst,
      ...publishingClosed,
      ...personLimit,
      ...notFound,
      ...changedElsewhere,
      CAMPAIGN_NOT_DRAFT: { ...stateRefusal, message: 'This campaign has ended.' },
    }),

  update: oc
    .route({ method: 'PATCH', path: '/campaigns/{id}', summary: 'Change your own draft or active campaign', tags: ['Campaigns'] })
    .input(CampaignChanges.extend({ id: Id, ifUnchangedSince }))
    .output(Saved)
    .errors({
      ...refusals,
      ...ownOnly,
      ...changedElsewhere,
      ...notActive,
      ...personLimit,
      CAMPAIGN_FROZEN: {
        ...stateRefusal,
        message: 'Others have joined this campaign as it is, so its title, goal, target and impact can no longer change.',
        data: z.object({ fields: z.record(z.string(), z.string()) }),
      },
      TOO_MANY_EDITS: { status: 429, message: 'This campaign was changed too often today. Try again tomorrow.' },
    }),

  editable: oc
    .route({
      method: 'GET',
      path: '/campaigns/{id}/editable',
      summary: 'Your own draft or active campaign with its original input, for editing',
      tags: ['Campaigns'],
    })
    .input(z.strictObject({ id: Id }))
    .output(EditableCampaign)
    .errors({ ...signInFirst, ...ownOnly, ...notActive }),

  remove: oc
    .route({ method: 'DELETE', path: '/campaigns/{id}', summary: 'Delete your own draft', tags: ['Campaigns'] })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...ownOnly, CAMPAIGN_NOT_DRAFT: { ...stateRefusal, message: 'Only a draft can be deleted.' } }),

  declareVictory: oc
    .route({ method: 'POST', path: '/campaigns/{id}/victory', summary: 'Declare victory, with a statement that is posted as an update', tags: ['Campaigns'] })
    .input(z.strictObject({ id: Id, statement: z.string().max(100_000), reason }))
    .output(Saved)
    .errors({ ...signInFirst, ...keyReused, ...ownOnly, ...notActive, ...fieldRefusals(endingCodes) }),

  archive: oc
    .route({ method: 'POST', path: '/campaigns/{id}/archive', summary: 'Archive a campaign', tags: ['Campaigns'] })
    .input(z.strictObject({ id: Id, reason }))
    .output(Saved)
    .errors({ ...signInFirst, ...keyReused, ...ownOnly, ...notActive, ...fieldRefusals(endingCodes) }),

  setQuiet: oc
    .route({
      method: 'PUT',
      path: '/campaigns/{id}/quiet',
      summary: 'Your own active campaign: move its numbers once an hour or a day instead of live. It begins at once and ends at a step',
      tags: ['Campaigns'],
    })
    .input(z.strictObject({ id: Id, every: z.enum(quietSteps).nullable() }))
    .output(Campaign)
    .errors({ ...signInFirst, ...ownOnly, ...notActive }),

  moderate: oc
    .route({ method: 'PUT', path: '/campaigns/{id}/moderation', summary: 'For moderators: hide, remove or restore a campaign', tags: ['Campaigns'] })
    .input(ModerationInput)
    .output(Campaign)
    .errors(moderationErrors),

  history: oc
    .route({ method: 'GET', path: '/campaigns/{id}/history', summary: 'Changes after publication, newest first', tags: ['Campaigns'] })
    .input(z.strictObject({ id: Id, ...PageInput }))
    .output(pageOf(CampaignEdit))
    .errors({ ...notFound, ...badCursor }),

  historyEntry: oc
    .route({
      method: 'GET',
      path: '/campaigns/{id}/history/{editId}',
      summary: 'One change after publication, with the texts before and after',
      tags: ['Campaigns'],
    })
    .input(z.strictObject({ id: Id, editId: Id }))
    .output(CampaignEditInFull)
    .errors(notFound),
}
