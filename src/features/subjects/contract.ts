import { oc } from '@orpc/contract'
import { z } from 'zod'
import { SubjectNumbers } from '#features/live-stats/contract.ts'
import { Growth } from '#features/supporters/contract.ts'
import { Author } from '#platform/author.ts'
import { notFound } from '#platform/refusal.ts'
import { subjectKinds } from './terms.ts'

const Related = z.object({ slug: z.string(), name: z.string(), campaigns: z.int().positive() })

/** What the active campaigns of a target, an industry or a cause have in common. */
export const Around = z.object({
  /** What they name instead, most often first; `url` is an http or https address. */
  alternatives: z.array(z.object({ name: z.string(), url: z.string().nullable(), campaigns: z.int().positive() })),
  /** Of a target and an industry: the causes that most of its campaigns serve. */
  causes: z.array(Related),
  /** Of a cause: the industries that most of its campaigns are about. */
  industries: z.array(Related),
  /** Of an industry those with the highest impact, of a cause those with most campaigns for it. */
  targets: z.array(z.object({ slug: z.string(), name: z.string(), isFictional: z.boolean(), numbers: SubjectNumbers })),
})
export type Around = z.infer<typeof Around>

const where = { campaign: z.object({ slug: z.string(), title: z.string() }), at: z.date() }

/** One thing that happened in an active campaign. Of pledges only how many there were on a day (UTC), never whose. */
const Activity = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pledges'), ...where, day: z.iso.date(), people: z.int().positive() }),
  z.object({ type: z.literal('update'), ...where, id: z.uuid(), title: z.string(), author: Author }),
  z.object({ type: z.literal('comment'), ...where, id: z.uuid(), author: Author }),
])
export type Activity = z.infer<typeof Activity>

/** How the distinct supporters grew; `added` is below zero where a campaign ended. */
const SubjectGrowth = Growth.extend({ steps: z.array(z.object({ from: z.iso.date(), added: z.int(), supporters: z.int() })) })

/** Estimated impact by campaign, yearly, integer cents: the first ten, and the others as one. */
export const ImpactByCampaign = z.object({
  campaigns: z.array(z.object({ slug: z.string(), title: z.string(), yearlyCents: z.number().positive() })),
  others: z.object({ campaigns: z.int().nonnegative(), yearlyCents: z.number().nonnegative() }),
  currency: z.literal('USD'),
})
export type ImpactByCampaign = z.infer<typeof ImpactByCampaign>

const Slug = z.string().min(1).max(200)
const Of = z.strictObject({ kind: z.enum(subjectKinds), slug: Slug })
const tags = ['Targets, industries, causes']

export const subjectsContract = {
  around: oc
    .route({ method: 'GET', path: '/subjects/{kind}/{slug}/around', summary: 'Alternatives, related causes, industries and targets', tags })
    .input(Of)
    .output(Around)
    .errors(notFound),

  activity: oc
    .route({ method: 'GET', path: '/subjects/{kind}/{slug}/activity', summary: 'What happened within three days, newest first, at most ten', tags })
    .input(Of)
    .output(z.object({ items: z.array(Activity) }))
    .errors(notFound),

  growth: oc
    .route({ method: 'GET', path: '/subjects/{kind}/{slug}/supporters', summary: 'Distinct supporters over time', tags })
    .input(Of)
    .output(SubjectGrowth)
    .errors(notFound),

  impact: oc
    .route({ method: 'GET', path: '/targets/{slug}/impact', summary: 'Estimated impact of a target by campaign', tags })
    .input(z.strictObject({ slug: Slug }))
    .output(ImpactByCampaign)
    .errors(notFound),
}
