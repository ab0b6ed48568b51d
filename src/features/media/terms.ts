/** What a picture is sent for: a campaign's cover, to stand on an update, a comment or a post, to show a person, or a community's head. */
export const picturePurposes = ['campaign_cover', 'attachment', 'avatar', 'community_logo', 'community_banner'] as const
export type PicturePurpose = (typeof picturePurposes)[number]
/** Every picture that is kept: a logo comes with an import, never from a person. */
export type KeptPurpose = PicturePurpose | 'logo'
