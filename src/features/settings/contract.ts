import { oc } from '@orpc/contract'
import { z } from 'zod'
import { passwordCodes, usernameCodes } from '#features/accounts/policy.ts'
import { Id } from '#platform/page.ts'
import { fieldRefusals, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { profileCodes } from './policy.ts'
import { addressConfirmations } from './terms.ts'

const Notifications = z.object({ email: z.boolean(), dms: z.boolean(), campaignUpdates: z.boolean(), recommendations: z.boolean() })

/** What somebody has set about their account; for nobody's eyes but theirs. */
export const Settings = z.object({
  email: z.string().nullable(),
  isEmailConfirmed: z.boolean(),
  addressConfirmation: z
    .enum(addressConfirmations)
    .describe('By mail; not_needed where pledges count without; unavailable where the site sends no mail and counts nobody without.'),
  hasPassword: z.boolean(),
  /** Empty for none. */
  username: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  bio: z.string(),
  avatarUrl: z.string().nullable(),
  allowDms: z.boolean(),
  pledgesPrivately: z.boolean(),
  notifications: Notifications,
})
export type Settings = z.infer<typeof Settings>
/** What of it is in the store; the rest is the site's configuration. */
export type StoredSettings = Omit<Settings, 'addressConfirmation'>

/** Where an account is signed in. */
export const Session = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signedInAt: z.date(),
  /** To the hour. */
  lastSeenAt: z.date(),
  isThis: z.boolean().describe('The one that asks.'),
})
export type Session = z.infer<typeof Session>

const words = z.string().max(10_000)
/** What is to be otherwise; what is not named stays. */
export const SettingsChange = z.strictObject({
  username: words.optional(),
  displayName: words.optional(),
  firstName: words.optional(),
  lastName: words.optional(),
  bio: words.optional(),
  avatarMediaId: Id.nullable().optional().describe('A picture uploaded for the purpose avatar; null takes the present one off.'),
  allowDms: z.boolean().optional(),
  pledgesPrivately: z.boolean().optional(),
  notifications: z.strictObject(Notifications.partial().shape).optional(),
})
export type SettingsChange = z.infer<typeof SettingsChange>

const route = { tags: ['Settings'] }

export const settingsContract = {
  get: oc
    .route({ ...route, method: 'GET', path: '/me/settings', summary: 'One’s own settings' })
    .input(z.strictObject({}).optional())
    .output(Settings)
    .errors(signInFirst),

  change: oc
    .route({ ...route, method: 'PATCH', path: '/me/settings', summary: 'Change some of them; what is not named stays' })
    .input(SettingsChange)
    .output(Settings)
    .errors({ ...signInFirst, ...fieldRefusals([...usernameCodes, ...profileCodes]) }),

  sessions: oc
    .route({ ...route, method: 'GET', path: '/me/sessions', summary: 'Where one is signed in, last seen first' })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(Session) }))
    .errors(signInFirst),

  endSession: oc
    .route({ ...route, method: 'DELETE', path: '/me/sessions/{id}', summary: 'Sign out somewhere' })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound }),

  endOtherSessions: oc
    .route({ ...route, method: 'POST', path: '/me/sessions/end-others', summary: 'Sign out everywhere but here' })
    .input(z.strictObject({}).optional())
    .output(z.object({ ended: z.int().nonnegative() }))
    .errors(signInFirst),

  export: oc
    .route({ ...route, method: 'GET', path: '/me/export', summary: 'Everything that is kept of oneself, as a JSON file', outputStructure: 'detailed' })
    .input(z.strictObject({}).optional())
    .output(z.object({ headers: z.object({ 'content-disposition': z.string() }), body: z.file() }))
    .errors({ ...signInFirst, BUSY: { status: 503, message: 'Too many downloads at once. Try again in a moment.' } }),

  changePassword: oc
    .route({ ...route, method: 'PUT', path: '/me/password', summary: 'Change the password; signs out everywhere else' })
    .input(z.strictObject({ current: words, next: words }))
    .output(z.object({ ended: z.int().nonnegative() }))
    .errors({
      ...signInFirst,
      ...fieldRefusals(['CURRENT_PASSWORD_WRONG', ...passwordCodes]),
      NO_PASSWORD: { ...stateRefusal, message: 'This account has no password yet.' },
      TOO_MANY_REQUESTS: { status: 429, message: 'Too many tries. Try again later.', data: z.object({ retryAfter: z.int() }) },
      UNAVAILABLE: { status: 503, message: 'Too many people are signing in. Try again in a moment.', data: z.object({ retryAfter: z.int() }) },
    }),
}
