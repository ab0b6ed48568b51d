import { FailedPage } from '#features/site/ui/error-page.tsx'
import { m } from '#messages'

export const DashboardFailed = ({ reset }: { reset: () => void }) => <FailedPage reset={reset}>{m.dashboard_failed()}</FailedPage>
