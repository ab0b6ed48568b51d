import { oc } from '@orpc/contract'
import { z } from 'zod'
import { fieldRefusals, notFound, signInFirst, stateRefusal } from '#platform/refusal.ts'
import { endpointLength, pushCodes } from './terms.ts'

const Endpoint = z.string().max(endpointLength)

/** The data that a browser needs to subscribe to push messages. */
export const Push = z.object({
  publicKey: z.string().nullable().describe('The public VAPID key of this site (applicationServerKey); null if the site sends no browser notifications.'),
  browsers: z.array(z.string()).describe('The subscribed browsers, oldest first, each as the SHA-256 of its endpoint in base64url.'),
})
export type Push = z.infer<typeof Push>

/** Fields of a browser's `PushSubscription.toJSON()`, and the endpoint that it replaces. */
export const Subscription = z.strictObject({
  endpoint: Endpoint.describe('Must belong to a push service that this site supports.'),
  keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(100) }),
  replaces: Endpoint.optional().describe('The previous endpoint of the browser, whose subscription is removed.'),
})
export type Subscription = z.infer<typeof Subscription>

const route = { tags: ['Browser notifications'] }

export const pushContract = {
  get: oc
    .route({ ...route, method: 'GET', path: '/me/push', summary: 'Your browsers that are subscribed to notifications' })
    .input(z.strictObject({}).optional())
    .output(Push)
    .errors(signInFirst),

  add: oc
    .route({ ...route, method: 'PUT', path: '/me/push', summary: 'Subscribe this browser to notifications until the session ends' })
    .input(Subscription)
    .output(Push)
    .errors({
      ...signInFirst,
      ...notFound,
      ...fieldRefusals(pushCodes),
      PUSH_OFF: { ...stateRefusal, message: 'This site does not send browser notifications.' },
    }),

  remove: oc
    .route({ ...route, method: 'DELETE', path: '/me/push', summary: 'Unsubscribe a browser from notifications' })
    .input(z.strictObject({ endpoint: Endpoint }))
    .output(Push)
    .errors(signInFirst),
}
