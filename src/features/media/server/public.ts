import type { Picture } from '../contract.ts'
import type { PictureFormat } from '../policy.ts'
import { addressOf, filesOf } from './files.ts'
import type { Seals } from './sealed-address.ts'

export { attach, detach, picturesFor } from './attachments.ts'
export { takeAvatar } from './avatar.ts'
export { takeCommunityPictures } from './community-pictures.ts'
export { type MediaDesk, openMediaDesk } from './desk.ts'
export { openDrawing } from './draw-picture.ts'
export { dropLogo, type KeptLogo, keepLogo, logoHash, takeLogo } from './logo.ts'
export { removeUnusedMedia } from './remove-unused.ts'
export type { Seals } from './sealed-address.ts'

type Row = { id: string; width: number; height: number; placeholder: string; formats: readonly string[]; isGenerated: boolean; purpose?: string }

/** A stored picture as pages show it; with `seals`, at addresses that expire. */
export function pictureOf({ id, width, height, placeholder, formats, isGenerated, purpose }: Row, seals?: Seals | null): Picture {
  const files = filesOf({ width, formats, ...(purpose ? { purpose } : {}) })
  const addresses = (of: PictureFormat) =>
    files
      .filter(({ format }) => format === of)
      .map((file) => ({ width: file.width, address: addressOf(id, file) }))
      .map((each) => (seals ? { ...each, address: seals.seal(each.address) } : each))
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
