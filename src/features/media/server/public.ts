import type { Picture } from '../contract.ts'
import type { PictureFormat } from '../terms.ts'
import { addressOf, filesOf } from './files.ts'
import type { UrlSigner } from './signed-url.ts'

export { attach, detach, picturesFor } from './attachments.ts'
export { claimAvatar } from './avatar.ts'
export { takeCommunityPictures } from './community-pictures.ts'
export { openDrawing } from './draw-picture.ts'
export { avatarAddress, logoAddress } from './files.ts'
export { dropLogo, type KeptLogo, keepLogo, logoHash, takeLogo } from './logo.ts'
export { type MediaStore, openMediaStore } from './media-store.ts'
export { isAnyModerated } from './moderated.ts'
export { removeUnusedMedia } from './remove-unused.ts'
export type { UrlSigner } from './signed-url.ts'

type Row = { id: string; width: number; height: number; placeholder: string; formats: readonly string[]; isGenerated: boolean; purpose?: string }

/** A stored picture in the API's form. With `urlSigner` its URLs are signed and expire. */
export function pictureOf({ id, width, height, placeholder, formats, isGenerated, purpose }: Row, urlSigner?: UrlSigner | null): Picture {
  const files = filesOf({ width, formats, ...(purpose ? { purpose } : {}) })
  const addresses = (of: PictureFormat) =>
    files
      .filter(({ format }) => format === of)
      .map((file) => ({ width: file.width, address: addressOf(id, file) }))
      .map((each) => (urlSigner ? { ...each, address: urlSigner.sign(each.address) } : each))
  const setOf = (format: PictureFormat) =>
    addresses(format)
      .map((each) => `${each.address} ${each.width}w`)
      .join(', ')
  const plain = addresses('jpeg').at(-1) ?? addresses('webp').at(-1)
  return {
    id,
    width,
    height,
    placeholder,
    isGenerated,
    url: plain?.address ?? '',
    srcSet: setOf('webp'),
    sources: formats.includes('avif') ? [{ type: 'image/avif', srcSet: setOf('avif') }] : [],
  }
}
