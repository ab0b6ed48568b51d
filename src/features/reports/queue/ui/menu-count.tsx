import { useQuery } from '@tanstack/react-query'
import { OpenCount } from '../../ui/open-count.tsx'
import { queueSummary } from './api.ts'

type PageCount = 'open' | 'appeals' | 'companies' | 'joins'

/** How much waits on each of the moderators' pages; undefined while it is unknown. `open` is the queue. `refetchMs`: on pages where it changes. */
export const useWaitingWork = ({ refetchMs }: { refetchMs?: number } = {}): Record<PageCount, number> | undefined =>
  useQuery({ ...queueSummary(), refetchInterval: refetchMs ?? false }).data

/** The number beside the menu's link to one of the moderators' pages. */
export const WaitingCount = ({ of }: { of: PageCount }) => <OpenCount count={useWaitingWork()?.[of]} className="ms-2" />
