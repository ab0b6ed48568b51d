import { EntryTile } from '../../ui/entry-tile.tsx'
import type { Cause } from '../contract.ts'
import { CauseIcon } from './cause-icon.tsx'

export const CauseTile = ({ cause }: { cause: Cause }) => (
  <EntryTile kind="causes" entry={cause} icon={<CauseIcon icon={cause.icon} className="mt-0.5 size-6 shrink-0" />} />
)
