import { accountLimits } from '#features/accounts/terms.ts'
import { displayNameLength } from '#platform/terms.ts'

/** Sections of the settings page; each is the URL's `tab` parameter. */
export const settingsTabs = ['account', 'profile', 'security', 'notifications', 'connected-apps', 'danger'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** Ways to confirm an address on this site: by mail; not needed, because pledges count without it; unavailable, because the site sends no mail. */
export const addressConfirmations = ['mail', 'not_needed', 'unavailable'] as const
export type AddressConfirmation = (typeof addressConfirmations)[number]

export const profileLimits = { displayName: displayNameLength, fullName: accountLimits.fullName, bio: 500 } as const

/** Kinds of mail that a person can switch off. */
export const notificationKinds = ['email', 'dms', 'campaignUpdates', 'recommendations'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** "Saved" is shown this long. */
export const savedMs = 3_000
