export const contactCategories = ['suggestions', 'report-bugs', 'media', 'target', 'general', 'support', 'other'] as const
export type ContactCategory = (typeof contactCategories)[number]

export const isCategory = (name: string | undefined): name is ContactCategory => contactCategories.some((category) => category === name)

export const contactLimits = { message: 2_000, name: 100, email: 254 } as const
/** The message's counter is red above this length. */
export const redAbove = contactLimits.message * 0.9

export const contactCodes = ['MESSAGE_REQUIRED', 'MESSAGE_TOO_LONG', 'EMAIL_REQUIRED', 'EMAIL_INVALID', 'NAME_TOO_LONG'] as const
export type ContactProblem = (typeof contactCodes)[number]
