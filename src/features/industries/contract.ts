import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageOf } from '#platform/page.ts'

export const Industry = z.object({ id: z.uuid(), slug: z.string(), name: z.string() })
export type Industry = z.infer<typeof Industry>

export const industriesContract = {
  list: oc
    .route({ method: 'GET', path: '/industries', summary: 'All industries by name', tags: ['Industries'] })
    .input(z.strictObject({}).optional())
    .output(pageOf(Industry)),
}
