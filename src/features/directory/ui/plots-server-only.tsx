import { createIsomorphicFn } from '@tanstack/react-start'
import { ServerOnly } from '#platform/client/server-only.tsx'
import type { DirectoryEntry } from './api.ts'
import { PlotParts } from './plots.tsx'

const onServer = createIsomorphicFn()
  .server((subject: DirectoryEntry) => <PlotParts subject={subject} />)
  .client((_subject: DirectoryEntry) => null)

/** Server-only markup, so the browser loads no script for it. */
export function Plots({ subject }: { subject: DirectoryEntry }) {
  return <ServerOnly onServer={onServer(subject)} load={() => import('./plots.tsx').then((part) => <part.PlotParts subject={subject} />)} />
}
