import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Moderation, ModerationInput, moderationErrors } from '#features/moderation/contract.ts'
import { moderationCodes } from '#features/moderation/terms.ts'
import { privateCodes } from '#features/trust/terms.ts'
import { Id } from '#platform/page.ts'
import { confirmFirst, fieldRefusals, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import {
  addressCodes,
  claimCodes,
  claimDecisions,
  claimMethods,
  claimStates,
  dnsResults,
  mailStates,
  requestBarriers,
  statementCodes,
  suspensionReasons,
} from './terms.ts'

const claim = {
  id: z.uuid(),
  domain: z.string().describe('The registrable domain, in ASCII.'),
  state: z.enum(claimStates),
  method: z.enum(claimMethods).nullable().describe('How control of the domain was shown. Null if it was not.'),
  suspendedFor: z.enum(suspensionReasons).nullable(),
  createdAt: z.date(),
  verifiedAt: z.date().nullable(),
}

/** A person's own claim to speak for a company. */
export const Claim = z.object({
  ...claim,
  record: z.object({ name: z.string(), value: z.string() }).describe('The TXT record that shows control of the domain.'),
  mail: z.enum(mailStates).describe('If a link can be mailed to an address at the domain instead.'),
})
export type Claim = z.infer<typeof Claim>

const statement = { id: z.uuid(), body: z.string(), domain: z.string(), postedAt: z.date(), updatedAt: z.date() }

/** The statement of a company on a campaign about it. */
export const CompanyStatement = z.object({
  ...statement,
  moderation: Moderation.nullable().describe('Set if a moderator hid or removed it. Only its author and the site’s moderators then receive it.'),
})

/** The side of the target on a campaign’s page. */
export const CompanyReply = z.object({
  statement: CompanyStatement.nullable(),
  askedAt: z.date().nullable().describe('When a request for a statement was first delivered. Null if none was.'),
})
export type CompanyReply = z.infer<typeof CompanyReply>

/** A public campaign about a target, for its representative. */
export const AnswerableCampaign = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  isActive: z.boolean(),
  statement: CompanyStatement.nullable(),
})
export type AnswerableCampaign = z.infer<typeof AnswerableCampaign>

export const Representation = z.object({
  target: z.object({ slug: z.string(), name: z.string() }),
  website: z.string().nullable().describe('The registrable domain of the target’s website. Null if it has none.'),
  claim: Claim.nullable(),
  campaigns: z.array(AnswerableCampaign).describe('For representatives: the newest 50 campaigns about the target, active ones first. Empty for others.'),
})
export type Representation = z.infer<typeof Representation>

/** A claim for moderators. */
export const OpenClaim = z.object({
  ...claim,
  target: z.object({ slug: z.string(), name: z.string(), website: z.string().nullable() }),
  person: z.object({ id: z.uuid(), name: z.string() }),
  isWebsite: z.boolean().describe('The domain is that of the website that this site shows.'),
  isConfirmed: z.boolean().describe('A moderator has confirmed that the domain is the company’s.'),
  takesMail: z.boolean().describe('A moderator has said that only people who act for the company have addresses there.'),
  isShared: z.boolean().describe('Others have addresses at such a domain: mail providers, universities, governments, free hosts. Mail shows nothing there.'),
  isOwn: z.boolean(),
})
export type OpenClaim = z.infer<typeof OpenClaim>

/** The state of requests to the target of a campaign, for its creator and moderators. */
export const CompanyRequest = z.object({
  company: z.string(),
  domain: z.string().nullable().describe('The confirmed domain of the target, at which the address has to be.'),
  barrier: z.enum(requestBarriers).nullable(),
  requestedAt: z.date().nullable().describe('The newest request.'),
  deliveredAt: z.date().nullable().describe('When its mail was handed over to a mail server.'),
})
export type CompanyRequest = z.infer<typeof CompanyRequest>

const route = { tags: ['Right of reply'] }
const slug = z.string().max(200)
const tooOften = { CLAIMS_TOO_OFTEN: { status: 429, message: 'This was requested often. Try again later.' } } as const
const ownClaim = { ...signInFirst, ...notFound }
const decided = { ...notFound, FORBIDDEN: { message: 'Moderators do not decide about their own claims.' } } as const

export const repliesContract = {
  representation: oc
    .route({ ...route, method: 'GET', path: '/targets/{slug}/representation', summary: 'Your own claim to speak for a target' })
    .input(z.strictObject({ slug }))
    .output(Representation)
    .errors(ownClaim),

  claim: oc
    .route({
      ...route,
      method: 'POST',
      path: '/targets/{slug}/representation',
      summary: 'Claim to speak for a target whose domain you control',
      description: 'A claim without proof, and one that was declined, is replaced.',
      successStatus: 201,
    })
    .input(z.strictObject({ slug, domain: z.string().max(2_000) }))
    .output(Claim)
    .errors({
      ...ownClaim,
      ...confirmFirst,
      ...fieldRefusals(claimCodes),
      ...tooOften,
      CLAIM_EXISTS: { ...stateRefusal, message: 'You have a claim for this target. Withdraw it first.' },
    }),

  checkDns: oc
    .route({ ...route, method: 'POST', path: '/representations/{id}/dns', summary: 'Look for the TXT record of your claim' })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ result: z.enum(dnsResults), claim: Claim }))
    .errors({ ...ownClaim, ...tooOften }),

  sendLink: oc
    .route({ ...route, method: 'POST', path: '/representations/{id}/mail', summary: 'Mail a link to an address at the domain of your claim' })
    .input(z.strictObject({ id: Id, address: z.string().max(2_000) }))
    .output(z.object({ id: z.uuid() }))
    .errors({
      ...ownClaim,
      ...fieldRefusals(addressCodes),
      ...tooOften,
      MAIL_SHOWS_NOTHING: { ...stateRefusal, message: 'An address at this domain does not show control of it. Use the TXT record.' },
    }),

  confirm: oc
    .route({
      ...route,
      method: 'POST',
      path: '/representations/confirm',
      summary: 'Show control of a domain with the secret part of the mailed link',
      description: 'Works only for the person who made the claim.',
    })
    .input(z.strictObject({ link: z.string().max(200) }))
    .output(z.object({ slug: z.string() }))
    .errors(ownClaim),

  withdraw: oc
    .route({ ...route, method: 'DELETE', path: '/representations/{id}', summary: 'Withdraw your claim' })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors(ownClaim),

  claims: oc
    .route({ ...route, method: 'GET', path: '/moderation/representatives', summary: 'For moderators: claims to speak for targets' })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(OpenClaim), total: z.int().nonnegative().describe('The list has the first 100.') }))
    .errors(notFound),

  confirmDomain: oc
    .route({
      ...route,
      method: 'PUT',
      path: '/moderation/targets/{slug}/domain',
      summary: 'For moderators: confirm that a domain is the target’s',
      description: 'Representatives of another domain are suspended.',
    })
    .input(
      z.strictObject({ slug, domain: z.string().max(2_000), takesMail: z.boolean().describe('Only people who act for the company have addresses there.') }),
    )
    .output(z.object({ domain: z.string() }))
    .errors({ ...decided, ...fieldRefusals(claimCodes), MAIL_SHOWS_NOTHING: { ...stateRefusal, message: 'Others have addresses at this domain.' } }),

  decide: oc
    .route({
      ...route,
      method: 'POST',
      path: '/moderation/representatives/{id}/decision',
      summary: 'For moderators: accept or decline a claim',
      description: 'Accepting it also confirms its domain as the company’s.',
    })
    .input(z.strictObject({ id: Id, outcome: z.enum(claimDecisions), reason: z.string().max(10_000).describe('For the log. Required to decline.') }))
    .output(z.object({ id: z.uuid() }))
    .errors({
      ...decided,
      ...fieldRefusals(moderationCodes),
      CLAIM_UNVERIFIED: { ...stateRefusal, message: 'Only a claim with proof that waits for a decision can be accepted.' },
    }),

  postStatement: oc
    .route({
      ...route,
      method: 'PUT',
      path: '/campaigns/{id}/statement',
      summary: 'For representatives of the target: post or edit its statement on a campaign',
      description: 'One for each campaign. Earlier texts stay public.',
    })
    .input(z.strictObject({ id: Id, body: z.string().max(50_000) }))
    .output(CompanyReply)
    .errors({
      ...signInFirst,
      ...confirmFirst,
      ...notFound,
      ...fieldRefusals([...statementCodes, ...privateCodes]),
      FORBIDDEN: { message: 'Only a representative of the target may do this.' },
      STATEMENT_HIDDEN: { ...stateRefusal, message: 'A moderator hid or removed this statement.' },
      STATEMENT_EDITED_OFTEN: { status: 429, message: 'A statement can be edited 10 times a day.' },
    }),

  statement: oc
    .route({ ...route, method: 'GET', path: '/campaigns/{id}/statement', summary: 'The statement of the target on a campaign, with its earlier texts' })
    .input(z.strictObject({ id: Id }))
    .output(
      z.object({
        ...statement,
        company: z.string(),
        earlier: z.array(z.object({ id: z.uuid(), body: z.string(), writtenAt: z.date() })).describe('The newest 100, newest first.'),
      }),
    )
    .errors(notFound),

  moderate: oc
    .route({
      ...route,
      method: 'PUT',
      path: '/company-statements/{id}/moderation',
      summary: 'For moderators: hide, remove or restore the statement of a company',
    })
    .input(ModerationInput)
    .output(z.object({ id: z.uuid() }))
    .errors(moderationErrors),

  request: oc
    .route({
      ...route,
      method: 'GET',
      path: '/campaigns/{id}/company-request',
      summary: 'For the creator of a campaign and moderators: if its target can be asked',
    })
    .input(z.strictObject({ id: Id }))
    .output(CompanyRequest)
    .errors({ ...signInFirst, ...notFound }),

  ask: oc
    .route({
      ...route,
      method: 'POST',
      path: '/campaigns/{id}/company-request',
      summary: 'For the creator of a campaign and moderators: ask its target for a statement by mail',
      successStatus: 201,
    })
    .input(z.strictObject({ id: Id, address: z.string().max(2_000) }))
    .output(CompanyRequest)
    .errors({
      ...signInFirst,
      ...confirmFirst,
      ...notFound,
      ...fieldRefusals(addressCodes),
      ...tooOften,
      CANNOT_ASK: { ...stateRefusal, message: 'The company cannot be asked now.', data: z.object({ barrier: z.enum(requestBarriers) }) },
    }),
}
