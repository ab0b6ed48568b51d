import type { KeptLogo } from '#features/media/server/public.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/** Where targets go, and what the build's icons are called. */
export type Into = { db: Db; storage: FileStorage; iconAddress: (name: string) => string | null }

/** A target as it is to be: null is what the line says nothing of. */
export type Wanted = {
  line: number
  name: string
  website: string | null
  industryId: string | null
  description: string | null
  logo: { icon: string } | KeptLogo | null
}
