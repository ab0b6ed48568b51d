import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Growth } from '#features/campaigns/growth/contract.ts'
import { EntryNumbers } from '#features/pledges/tallies/contract.ts'
import { Author } from '#platform/author.ts'
import { notFound } from '#platform/refusal.ts'
import { IsVerified } from './list-input.ts'
import { entryKinds } from './terms.ts'

const Related = z.object({ slug: z.string(), name: z.string(), campaigns: z.int().positive() })

/** Common properties of the active campaigns of a target, an industry or a cause. */
export const Around = z.object({
  /** Suggested alternatives, the most frequent first; `url` is an http or https URL. */
  alternatives: z.array(z.object({ name: z.string(), url: z.string().nullable(), campaigns: z.int().positive() })),
  /** For a target or an industry: the causes with the most of its campaigns. */
  causes: z.array(Related),
  /** For a cause: the industries with the most of its campaigns. */
  industries: z.array(Related),
  /** For an industry: the targets with the highest impact. For a cause: the targets with the most campaigns for it. */
  targets: z.array(z.object({ slug: z.string(), name: z.string(), isFictional: z.boolean(), numbers: EntryNumbers })),
})
export type Around = z.infer<typeof Around>

const where = { campaign: z.object({ slug: z.string(), title: z.string() }), at: z.date() }

/** An event in an active campaign. Pledges appear only as a number per day (UTC), never with names. */
const Activity = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pledges'), ...where, day: z.iso.date(), people: z.int().positive() }),
  z.object({ type: z.literal('update'), ...where, id: z.uuid(), title: z.string(), author: Author }),
  /** The comments of one person within an hour (UTC), up to 20; `id` and `at` are those of the last. */
  z.object({ type: z.literal('comment'), ...where, id: z.uuid(), author: Author, comments: z.int().positive() }),
])
export type Activity = z.infer<typeof Activity>

/** Growth of the distinct supporters. `added` may be negative, when a campaign ends. */
const SubjectGrowth = Growth.extend({ steps: z.array(z.object({ from: z.iso.date(), added: z.int(), supporters: z.int() })) })

const Slug = z.string().min(1).max(200)
const Of = z.strictObject({ kind: z.enum(entryKinds), slug: Slug })
const tags = ['Targets, industries, causes']

/** An entry that somebody may mean by a name. `industry`: the name of a target's industry. */
export const NamedEntry = z.object({ id: z.uuid(), slug: z.string(), name: z.string(), industry: z.string().nullable(), isVerified: IsVerified })

export const subjectsContract = {
  named: oc
    .route({ method: 'GET', path: '/subjects/{kind}/named', summary: 'The target, industry or cause whose name equals or looks like this one', tags })
    .input(z.strictObject({ kind: z.enum(entryKinds), name: z.string().max(200) }))
    .output(z.object({ entry: NamedEntry.nullable() })),

  around: oc
    .route({ method: 'GET', path: '/subjects/{kind}/{slug}/around', summary: 'Alternatives, related causes, industries and targets', tags })
    .input(Of)
    .output(Around)
    .errors(notFound),

  activity: oc
    .route({ method: 'GET', path: '/subjects/{kind}/{slug}/activity', summary: 'Activity of the last three days, newest first, at most ten entries', tags })
    .input(Of)
    .output(z.object({ items: z.array(Activity) }))
    .errors(notFound),

  growth: oc
    .route({ method: 'GET', path: '/subjects/{kind}/{slug}/supporters', summary: 'Distinct supporters over time', tags })
    .input(Of)
    .output(SubjectGrowth)
    .errors(notFound),
}
