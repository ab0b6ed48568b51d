import { createIsomorphicFn } from '@tanstack/react-start'
import { Still } from '#platform/client/still.tsx'
import type { Subject } from './api.ts'
import { PlotParts } from './plots.tsx'

const onServer = createIsomorphicFn()
  .server((subject: Subject) => <PlotParts subject={subject} />)
  .client((_subject: Subject) => null)

/** Drawn on the server, the plots cost a visitor no script. */
export function Plots({ subject }: { subject: Subject }) {
  return <Still onServer={onServer(subject)} load={() => import('./plots.tsx').then((part) => <part.PlotParts subject={subject} />)} />
}
