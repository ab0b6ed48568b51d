import type { Tx } from '#platform/server/idempotency.ts'
import { refuseFields } from '#platform/server/refuse.ts'
import { avatarAddress } from './files.ts'

type Asked = {
  /** Undefined leaves what is there, null takes it off. */
  logoMediaId?: string | null | undefined
  bannerMediaId?: string | null | undefined
  ownerId: string
  /** Whose pictures these may be already: naming them again changes nothing. */
  communityId?: string
}

/**
 * What a community's row says of its pictures, inside the transaction that writes it; refuses what is not this person's
 * or was sent for something else. Held, so that the sweep waits.
 */
export async function takeCommunityPictures(tx: Tx, { logoMediaId, bannerMediaId, ...asked }: Asked) {
  if (logoMediaId) await hold(tx, { ...asked, id: logoMediaId, purpose: 'community_logo', field: 'logoMediaId' })
  if (bannerMediaId) await hold(tx, { ...asked, id: bannerMediaId, purpose: 'community_banner', field: 'bannerMediaId' })
  return {
    ...(logoMediaId === undefined ? {} : { logo_media_id: logoMediaId, logo_url: logoMediaId && avatarAddress(logoMediaId) }),
    ...(bannerMediaId === undefined ? {} : { banner_media_id: bannerMediaId }),
  }
}

const columns = { community_logo: 'logo_media_id', community_banner: 'banner_media_id' } as const
type Held = { id: string; purpose: keyof typeof columns; field: string; ownerId: string; communityId?: string }

async function hold(tx: Tx, { id, purpose, field, ownerId, communityId }: Held): Promise<void> {
  const column = columns[purpose]
  const picture = await tx.selectFrom('media').select('owner_id').where('id', '=', id).where('purpose', '=', purpose).forUpdate().executeTakeFirst()
  // One picture is one community's, so that it is shown to those who may see that.
  const shownBy = await tx.selectFrom('community').select('id').where(column, '=', id).executeTakeFirst()
  const isIts = shownBy !== undefined && shownBy.id === communityId
  if (!picture || (shownBy ? !isIts : picture.owner_id !== ownerId)) refuseFields({ [field]: 'PICTURE_UNKNOWN' })
}
