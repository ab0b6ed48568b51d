/** What a picture is sent for: a campaign's cover, to stand on an update or a comment, or to show a person. */
export const picturePurposes = ['campaign_cover', 'attachment', 'avatar'] as const
export type PicturePurpose = (typeof picturePurposes)[number]
/** Every picture that is kept: a logo comes with an import, never from a person. */
export type KeptPurpose = PicturePurpose | 'logo'
