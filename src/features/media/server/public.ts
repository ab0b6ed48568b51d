import type { Picture } from '../contract.ts'
import type { PictureFormat } from '../policy.ts'
import { addressOf, filesOf } from './files.ts'

export { attach, detach, picturesFor } from './attachments.ts'
export { takeAvatar } from './avatar.ts'
export { type MediaDesk, openMediaDesk } from './desk.ts'
export { openDrawing } from './draw-picture.ts'
export { dropLogo, type KeptLogo, keepLogo, logoHash, takeLogo } from './logo.ts'
export { removeUnusedMedia } from './remove-unused.ts'

type Row = { id: string; width: number; height: number; placeholder: string; formats: readonly string[]; isGenerated: boolean; purpose?: string }

/** A stored picture as pages show it. */
export function pictureOf({ id, width, height, placeholder, formats, isGenerated, purpose }: Row): Picture {
  const files = filesOf({ width, formats, ...(purpose ? { purpose } : {}) })
  const addresses = (of: PictureFormat) => files.filter(({ format }) => format === of).map((file) => ({ width: file.width, address: addressOf(id, file) }))
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
