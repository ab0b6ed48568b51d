import { oc } from '@orpc/contract'
import { z } from 'zod'
import { passwordCodes, usernameCodes } from '#features/accounts/terms.ts'
import { privateCodes } from '#features/trust/terms.ts'
import { Id } from '#platform/page.ts'
import { confirmFirst, fieldRefusals, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { profileCodes } from './policy.ts'
import { addressConfirmations } from './terms.ts'

const Notifications = z.object({ email: z.boolean(), dms: z.boolean(), campaignUpdates: z.boolean(), recommendations: z.boolean() })

/** A person's settings, which nobody else can read. */
export const Settings = z.object({
  email: z.string().nullable(),
  isEmailConfirmed: z.boolean(),
  addressConfirmation: z
    .enum(addressConfirmations)
    .describe(
      'mail: by a link in an email; not_needed: pledges count without confirmation; unavailable: the site sends no email and counts no account without confirmation.',
    ),
  hasPassword: z.boolean(),
  /** Empty if there is none. */
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
/** The settings that are stored; the others depend on the site's configuration. */
export type StoredSettings = Omit<Settings, 'addressConfirmation'>

/** A browser in which the account is signed in. */
export const Session = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signedInAt: z.date(),
  /** Accurate to the hour. */
  lastSeenAt: z.date(),
  isThis: z.boolean().describe('Whether this request belongs to this session.'),
})
export type Session = z.infer<typeof Session>

const words = z.string().max(10_000)
/** Fields to change. Omitted fields stay as they are. */
export const SettingsChange = z.strictObject({
  username: words.optional(),
  displayName: words.optional(),
  firstName: words.optional(),
  lastName: words.optional(),
  bio: words.optional(),
  avatarMediaId: Id.nullable().optional().describe('A picture uploaded with the purpose avatar; null removes the current one.'),
  allowDms: z.boolean().optional(),
  pledgesPrivately: z.boolean().optional(),
  notifications: z.strictObject(Notifications.partial().shape).optional(),
})
export type SettingsChange = z.infer<typeof SettingsChange>

const route = { tags: ['Settings'] }

export const settingsContract = {
  get: oc
    .route({ ...route, method: 'GET', path: '/me/settings', summary: 'Your own settings' })
    .input(z.strictObject({}).optional())
    .output(Settings)
    .errors(signInFirst),

  change: oc
    .route({ ...route, method: 'PATCH', path: '/me/settings', summary: 'Change settings; omitted fields stay as they are' })
    .input(SettingsChange)
    .output(Settings)
    .errors({ ...signInFirst, ...confirmFirst, ...fieldRefusals([...usernameCodes, ...profileCodes, ...privateCodes]) }),

  sessions: oc
    .route({ ...route, method: 'GET', path: '/me/sessions', summary: 'Your sessions, most recently used first' })
    .input(z.strictObject({}).optional())
    .output(z.object({ items: z.array(Session) }))
    .errors(signInFirst),

  endSession: oc
    .route({ ...route, method: 'DELETE', path: '/me/sessions/{id}', summary: 'Sign out of one session' })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...signInFirst, ...notFound }),

  endOtherSessions: oc
    .route({ ...route, method: 'POST', path: '/me/sessions/end-others', summary: 'Sign out of all other sessions' })
    .input(z.strictObject({}).optional())
    .output(z.object({ ended: z.int().nonnegative() }))
    .errors(signInFirst),

  export: oc
    .route({ ...route, method: 'GET', path: '/me/export', summary: 'All data that is stored about you, as a JSON file', outputStructure: 'detailed' })
    .input(z.strictObject({}).optional())
    .output(z.object({ headers: z.object({ 'content-disposition': z.string() }), body: z.file() }))
    .errors({ ...signInFirst, BUSY: { status: 503, message: 'Too many downloads at once. Try again in a moment.' } }),

  changePassword: oc
    .route({ ...route, method: 'PUT', path: '/me/password', summary: 'Change the password and sign out of all other sessions' })
    .input(z.strictObject({ current: words, next: words }))
    .output(z.object({ ended: z.int().nonnegative() }))
    .errors({
      ...signInFirst,
      ...fieldRefusals(['CURRENT_PASSWORD_WRONG', ...passwordCodes]),
      NO_PASSWORD: { ...stateRefusal, message: 'This account has no password yet.' },
      TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Try again later.', data: z.object({ retryAfter: z.int() }) },
      UNAVAILABLE: { status: 503, message: 'Too many people are signing in. Try again in a moment.', data: z.object({ retryAfter: z.int() }) },
    }),
}
