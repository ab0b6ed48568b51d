import type { KeptLogo } from '#features/media/server/public.ts'
import type { FileStorage } from '#platform/server/storage.ts'
import type { Db } from '#platform/server/store/open-store.ts'

/** Destination of the import, and a function that finds the URL path of a built-in icon. */
export type Into = { db: Db; storage: FileStorage; iconPath: (name: string) => string | null }

/** A target after the import. Null fields are not changed. */
export type WantedTarget = {
  line: number
  name: string
  website: string | null
  industryId: string | null
  description: string | null
  logo: { icon: string } | KeptLogo | null
}
