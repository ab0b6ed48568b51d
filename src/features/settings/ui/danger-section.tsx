import { Leaving } from '../leaving/ui/leaving.tsx'

/** Actions that cannot be undone. */
export function DangerSection() {
  return <Leaving />
}
