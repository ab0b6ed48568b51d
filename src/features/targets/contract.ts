import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PageInput, pageOf } from '#platform/page.ts'
import { badCursor } from '#platform/refusal.ts'

export const Target = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  industry: z.object({ slug: z.string(), name: z.string() }).nullable(),
  websiteUrl: z.string().nullable(),
})
export type Target = z.infer<typeof Target>

export const targetsContract = {
  list: oc
    .route({ method: 'GET', path: '/targets', summary: 'Targets by name, optionally those whose name holds the text', tags: ['Targets'] })
    .input(z.strictObject({ search: z.string().max(200).optional(), slug: z.string().max(200).optional(), ...PageInput }))
    .output(pageOf(Target))
    .errors(badCursor),
}
