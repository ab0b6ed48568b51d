/** What a picture is sent for: a campaign's cover, or to stand on an update or a comment. */
export const picturePurposes = ['campaign_cover', 'attachment'] as const
export type PicturePurpose = (typeof picturePurposes)[number]
