import { apiFor } from '#platform/client/api.ts'
import { pagesFrom } from '#platform/client/pages.ts'
import type { reportsContract } from '../contract.ts'
import type { ReportKind } from '../terms.ts'

export const api = apiFor<typeof reportsContract>('reports')

export const reportSubject = (input: { kind: ReportKind; id: string }) => ({ ...api.subject.queryOptions({ input }), staleTime: 0 })

export const ownReports = (cursor?: string) => ({ ...api.mine.infiniteOptions(pagesFrom({ limit: 20 }, cursor)), staleTime: 1_000 })
