import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageOf } from '#platform/page.ts'

export const Cause = z.object({ id: z.uuid(), slug: z.string(), name: z.string(), icon: z.string().nullable() })
export type Cause = z.infer<typeof Cause>

export const causesContract = {
  list: oc
    .route({ method: 'GET', path: '/causes', summary: 'All causes by name', tags: ['Causes'] })
    .input(z.strictObject({}).optional())
    .output(pageOf(Cause)),
}
