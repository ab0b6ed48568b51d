import type { campaignsContract } from '#features/campaigns/contract.ts'
import type { subjectsContract } from '#features/directory/contract.ts'
import type { targetsContract } from '#features/directory/targets/contract.ts'
import type { mediaContract } from '#features/media/contract.ts'
import { apiFor } from '#platform/client/api.ts'

export const api = {
  campaigns: apiFor<typeof campaignsContract>('campaigns'),
  subjects: apiFor<typeof subjectsContract>('subjects'),
  media: apiFor<typeof mediaContract>('media'),
  targets: apiFor<typeof targetsContract>('targets'),
}
