import { Leaving } from '#features/leaving/ui/public.ts'

/** What cannot be undone. */
export function DangerSection() {
  return <Leaving />
}
