/** Purposes of an upload. An `attachment` belongs to an update, a comment or a post; an `avatar` to a person. */
export const picturePurposes = ['campaign_cover', 'attachment', 'avatar', 'community_logo', 'community_banner'] as const
export type PicturePurpose = (typeof picturePurposes)[number]
/** All purposes. A target's logo comes from an import, never from an upload. */
export type KeptPurpose = PicturePurpose | 'logo'

/** A campaign cover must be smaller than this; any other picture may be exactly as large. */
export const pictureLimitBytes = 4 * 1024 * 1024
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** The browser opens files up to this size, to reduce them. */
export const openedBytes = 30 * 1024 * 1024
/** Maximum width and height of an uploaded picture, and of its pixels. */
export const pictureSides = { longest: 16_384, pixels: 24_000_000 } as const

/** Size and quality to which the browser reduces a picture before the upload. */
export const uploadedAs = { width: 1920, quality: 0.85 } as const

/** Maximum number of pictures per update, comment or post. */
export const mostPictures = { campaign_update: 4, comment: 1, community_post: 1 } as const
export type PictureHolder = keyof typeof mostPictures

/** Maximum that a person may upload in 24 hours. Bytes are counted as stored. */
export const dailyUploads = { files: 200, bytes: 100 * 1024 * 1024 } as const

/** The widths in which a picture is stored. It is never enlarged. */
export const pictureWidths = [480, 800, 1200, 1920] as const
/** Maximum height of a stored picture: WebP allows no more. */
export const storedHeight = 16_383

/** An avatar is a square that is stored in all of these widths, even if it must be enlarged, so that its URLs follow from its id. */
export const avatarWidths = [64, 128, 256, 512] as const
export const avatarSide = 512

/** A logo is stored in one size: a square that contains the whole logo. */
export const logoSide = 256

/** Best compression first, best compatibility last. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** Refusals of the pictures that a new update, comment or post refers to. */
export const attachmentCodes = ['PICTURES_TOO_MANY', 'PICTURE_UNKNOWN'] as const

/** Maximum number of pictures that a person may have generated in 24 hours. */
export const dailyGenerations = 10

/** Size of a generated cover, as the service names it. */
export const drawnSize = '1792x1024'
/** Maximum lengths of the title and the target's name in a prompt. */
export const promptLimits = { title: 120, target: 80 } as const
