import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { avatarAddress } from './files.ts'
import { isAnyModerated } from './moderated.ts'

type PictureChoice = {
  /** Undefined leaves the picture unchanged; null removes it. */
  logoMediaId?: string | null | undefined
  bannerMediaId?: string | null | undefined
  ownerId: string
  /** A community may name its present pictures again, which changes nothing. */
  communityId?: string
}

/**
 * Returns the `community` columns for these pictures, for the transaction that writes the row, and locks the pictures
 * against the sweep. Refuses pictures that belong to somebody else or have another purpose.
 */
export async function takeCommunityPictures(tx: Tx, { logoMediaId, bannerMediaId, ...asked }: PictureChoice) {
  if (logoMediaId) await lockPicture(tx, { ...asked, id: logoMediaId, purpose: 'community_logo', field: 'logoMediaId' })
  if (bannerMediaId) await lockPicture(tx, { ...asked, id: bannerMediaId, purpose: 'community_banner', field: 'bannerMediaId' })
  return {
    ...(logoMediaId === undefined ? {} : { logo_media_id: logoMediaId, logo_url: logoMediaId && avatarAddress(logoMediaId) }),
    ...(bannerMediaId === undefined ? {} : { banner_media_id: bannerMediaId }),
  }
}

const columns = { community_logo: 'logo_media_id', community_banner: 'banner_media_id' } as const
type LockedPicture = { id: string; purpose: keyof typeof columns; field: string; ownerId: string; communityId?: string }

async function lockPicture(tx: Tx, { id, purpose, field, ownerId, communityId }: LockedPicture): Promise<void> {
  const column = columns[purpose]
  const picture = await tx.selectFrom('media').select('owner_id').where('id', '=', id).where('purpose', '=', purpose).forUpdate().executeTakeFirst()
  // A picture belongs to at most one community, because that community decides who may see it.
  const shownBy = await tx.selectFrom('community').select('id').where(column, '=', id).executeTakeFirst()
  const isIts = shownBy !== undefined && shownBy.id === communityId
  if (!picture || (await isAnyModerated(tx, [id])) || (shownBy ? !isIts : picture.owner_id !== ownerId)) refuseFields({ [field]: 'PICTURE_UNKNOWN' })
}
