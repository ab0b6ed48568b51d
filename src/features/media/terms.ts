/** Purposes of an upload. An `attachment` belongs to an update, a comment or a post; an `avatar` to a person. */
export const picturePurposes = ['campaign_cover', 'attachment', 'avatar', 'community_logo', 'community_banner'] as const
export type PicturePurpose = (typeof picturePurposes)[number]
/** All purposes. A target's logo comes from an import, never from an upload. */
export type KeptPurpose = PicturePurpose | 'logo'
