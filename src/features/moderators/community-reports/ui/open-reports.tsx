import { useQuery } from '@tanstack/react-query'
import { countedCases } from '#features/reports/terms.ts'
import { OpenCount } from '#features/reports/ui/open-count.tsx'
import { casesIn } from './api.ts'

/** The number of open cases, beside the name of the tab. */
export const OpenReports = ({ communityId }: { communityId: string }) => <OpenCount count={useQuery(casesIn(communityId)).data?.total} atMost={countedCases} />
