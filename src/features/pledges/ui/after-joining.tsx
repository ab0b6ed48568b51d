import { type ReactNode, useState } from 'react'
import { shareNatively } from '#features/site/sharing/ui/share-natively.ts'
import { useLatePart } from '#platform/client/late-part.ts'
import type { OwnPledge } from '../contract.ts'
import type { Join } from './use-join.ts'

const loadPanel = () => import('./joined-panel.tsx').then((loaded) => loaded.JoinedPanel)

/** The newest update of a campaign. */
type LatestUpdate = { id: string; title: string; createdAt: Date }

type Options = {
  campaign: { id: string; pledge: OwnPledge | null; address: string; text: string; latest: LatestUpdate | null }
  join: Pick<Join, 'isJoined'>
  supporters: number
}

/** The panel for somebody who has joined, whose code is loaded only then. `onShare` is for the bar at the bottom of small screens. */
export function useAfterJoining({ campaign, join, supporters }: Options): { panel: ReactNode; onShare: (() => void) | undefined } {
  const [isAsked, setAsked] = useState(false)
  const { pledge, address, text } = campaign
  const isJoined = join.isJoined && pledge !== null
  const Panel = useLatePart(loadPanel, { isWanted: isJoined })
  if (!isJoined) return { panel: null, onShare: undefined }
  return {
    panel: Panel ? (
      <Panel campaign={{ ...campaign, pledge }} supporters={supporters} isAsked={isAsked} onDismissed={() => setAsked(false)} />
    ) : (
      // Reserves about the height that the panel has on later visits, to limit the layout shift.
      pledge.state === 'counted' && <div className="min-h-36" />
    ),
    onShare: () => ('share' in navigator ? void shareNatively({ address, text }) : setAsked(true)),
  }
}
