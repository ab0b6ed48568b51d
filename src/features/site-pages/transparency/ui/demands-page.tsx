import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#design/button.tsx'
import { Page } from '#design/page-states.tsx'
import { ErrorState } from '#design/states.tsx'
import { m } from '#messages'
import { siteTransparency } from './api.ts'
import { DemandList } from './demand-list.tsx'

const RecordRefusedDemandDialog = lazy(() => import('./record-refused-demand-dialog.tsx').then((part) => ({ default: part.RecordRefusedDemandDialog })))

/** Page for moderators: the demands of companies and governments, and a dialog that records a refused demand. */
export function DemandsPage() {
  const { data, refetch } = useQuery(siteTransparency())
  const [isOpen, setOpen] = useState(false)
  return (
    <Page title={m.transparency_demands()} lead={m.transparency_demands_how()}>
      <p className="mt-4 mb-8">
        <Button onClick={() => setOpen(true)}>{m.transparency_record_refused()}</Button>
      </p>
      {data ? <DemandList demands={data.demands} /> : <ErrorState title={m.transparency_failed()} onRetry={() => void refetch()} />}
      {isOpen && (
        <Suspense fallback={null}>
          <RecordRefusedDemandDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}
