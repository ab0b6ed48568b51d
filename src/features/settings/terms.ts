/** The sections of the settings page, by the word in its address. */
export const settingsTabs = ['account', 'profile', 'security', 'notifications', 'connected-apps', 'danger'] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** How an address is confirmed on this site: by mail; not at all, because pledges count without; not for now, because it sends no mail. */
export const addressConfirmations = ['mail', 'not_needed', 'unavailable'] as const
export type AddressConfirmation = (typeof addressConfirmations)[number]

export const profileLimits = { displayName: 100, fullName: 100, bio: 500 } as const

/** What a person can be told of by mail, each with a switch. */
export const notificationKinds = ['email', 'dms', 'campaignUpdates', 'recommendations'] as const
export type NotificationKind = (typeof notificationKinds)[number]
