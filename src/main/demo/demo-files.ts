import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { durationBases } from '#features/campaigns/terms.ts'
import { privacies } from '#features/communities/terms.ts'
import { reportReasons } from '#features/reports/terms.ts'
import { projectRoot } from '#platform/server/root.ts'

// The schemas of db/demo/*.json; db/demo/README.md explains the fields.
const Industry = z.strictObject({ slug: z.string(), name: z.string(), description: z.string() })
const Cause = Industry.extend({ icon: z.string() })
const Target = z.strictObject({ name: z.string(), website: z.string().nullish(), industry: z.string(), description: z.string().optional() })

const Story = z.object({
  slug: z.string(),
  title: z.string(),
  goal: z.string(),
  causes: z.array(z.string()),
  whyItMatters: z.string(),
  actions: z.array(z.string()),
  alternatives: z.array(z.strictObject({ name: z.string(), url: z.string().optional(), note: z.string().optional() })),
})
export type Story = z.infer<typeof Story>

const HistoricalCampaign = Story.extend({
  target: z.strictObject({ name: z.string(), industry: z.string() }),
  status: z.enum(['victory', 'archived']),
  startedOn: z.iso.date(),
  endedOn: z.iso.date().nullable(),
  outcome: z.string(),
  sources: z.array(z.strictObject({ title: z.string(), publisher: z.string(), url: z.url() })),
})
export type HistoricalCampaign = z.infer<typeof HistoricalCampaign>

const Person = z.strictObject({ key: z.string(), firstName: z.string(), lastName: z.string(), username: z.string(), bio: z.string().optional() })
export type NamedPerson = z.infer<typeof Person>

const Comment = z.strictObject({
  by: z.string(),
  daysAgo: z.number(),
  body: z.string(),
  likes: z.array(z.string()),
  get replies() {
    return z.array(Comment)
  },
})
export type DemoComment = z.infer<typeof Comment>

const DemoCampaign = Story.extend({
  status: z.enum(['active', 'victory', 'archived']),
  target: z.string(),
  creator: z.string(),
  body: z.string().default(''),
  productService: z.string().nullish(),
  impactMode: z.enum(['monetary', 'non_monetary']),
  spendCents: z.int(),
  durationBasis: z.enum(durationBases),
  nonMonetaryUnit: z.string().nullable(),
  supportersGoal: z.int().nullable(),
  publishedDaysAgo: z.number(),
  endedDaysAgo: z.number().optional(),
  supporters: z.int(),
  recentShare: z.number().min(0).max(1),
  updates: z.array(z.strictObject({ daysAgo: z.number(), title: z.string(), body: z.string() })),
  comments: z.array(Comment),
})
export type DemoCampaign = z.infer<typeof DemoCampaign>

const CommunityComment = z.strictObject({ by: z.string(), daysAgo: z.number(), body: z.string() })
const CommunityPost = CommunityComment.extend({
  title: z.string().default(''),
  isPinned: z.boolean().default(false),
  isAnnouncement: z.boolean().default(false),
  comments: z.array(CommunityComment),
})
const DemoCommunity = z.strictObject({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  privacy: z.enum(privacies),
  tags: z.array(z.string()),
  rules: z.string(),
  approvesMembers: z.boolean().default(false),
  requests: z.array(z.string()).default([]),
  campaigns: z.array(z.string()),
  createdDaysAgo: z.number(),
  owner: z.string(),
  mods: z.array(z.string()),
  members: z.array(z.string()),
  posts: z.array(CommunityPost),
})
export type DemoCommunity = z.infer<typeof DemoCommunity>

export const readIndustries = () => z.array(Industry).parse(read('industries.json'))
export const readCauses = () => z.array(Cause).parse(read('causes.json'))
export const readTargets = () => z.array(Target).parse(read('targets.json'))
export const readHistory = () => z.array(HistoricalCampaign).parse(read('history.json'))
const Fiction = z.object({ people: z.array(Person), targets: z.array(Target), campaigns: z.array(DemoCampaign), communities: z.array(DemoCommunity) })
export const readFiction = () => Fiction.parse(read('fictional.json'))

const DemoReport = z.strictObject({
  campaign: z.string(),
  commentBy: z.string().nullable(),
  reason: z.enum(reportReasons),
  by: z.array(z.strictObject({ key: z.string(), details: z.string() })),
})
const Moderation = z.strictObject({
  reports: z.array(DemoReport),
  burst: z.strictObject({ campaign: z.string(), people: z.int(), hoursAgo: z.number() }),
  correction: z.strictObject({ campaign: z.string(), people: z.int(), daysAgo: z.number(), reason: z.string(), note: z.string() }),
  statement: z.strictObject({ campaign: z.string(), by: z.string(), domain: z.string(), daysAgo: z.number(), earlier: z.string(), body: z.string() }),
  request: z.strictObject({ campaign: z.string(), domain: z.string(), daysAgo: z.number() }),
})
export type DemoModeration = z.infer<typeof Moderation>
export const readModeration = () => Moderation.parse(read('moderation.json'))

const read = (name: string): unknown => JSON.parse(readFileSync(join(projectRoot, 'db/demo', name), 'utf8'))
