import { Leaving } from '../leaving/ui/public.ts'

/** Actions that cannot be undone. */
export function DangerSection() {
  return <Leaving />
}
