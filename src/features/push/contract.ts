import { oc } from '@orpc/contract'
import { z } from 'zod'
import { fieldRefusals, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { endpointLength, pushCodes } from './terms.ts'

const Endpoint = z.string().max(endpointLength)

/** What somebody's browsers need to know to be told of things. */
export const Push = z.object({
  publicKey: z.string().nullable().describe('The public half of this site’s keys (applicationServerKey); null where this site notifies no browsers.'),
  browsers: z.array(z.string()).describe('The browsers that are told, oldest first: of each the SHA-256 of its endpoint, in base64url.'),
})
export type Push = z.infer<typeof Push>

/** As a browser's `PushSubscription.toJSON()` gives it. */
export const Subscription = z.strictObject({
  endpoint: Endpoint.describe('At one of the push services that this site knows.'),
  keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(100) }),
  replaces: Endpoint.optional().describe('The endpoint that the browser had before, which is not told any more.'),
})
export type Subscription = z.infer<typeof Subscription>

const route = { tags: ['Notifications in browsers'] }

export const pushContract = {
  get: oc
    .route({ ...route, method: 'GET', path: '/me/push', summary: 'Which of one’s browsers are told' })
    .input(z.strictObject({}).optional())
    .output(Push)
    .errors(signInFirst),

  add: oc
    .route({ ...route, method: 'PUT', path: '/me/push', summary: 'Have this browser told, as long as the session is not ended' })
    .input(Subscription)
    .output(Push)
    .errors({
      ...signInFirst,
      ...notFound,
      ...fieldRefusals(pushCodes),
      PUSH_OFF: { ...stateRefusal, message: 'This site notifies no browsers.' },
    }),

  remove: oc
    .route({ ...route, method: 'DELETE', path: '/me/push', summary: 'Have a browser told no more' })
    .input(z.strictObject({ endpoint: Endpoint }))
    .output(Push)
    .errors(signInFirst),
}
