import { forgetting } from '#platform/client/other-tabs.ts'
import type { Push, Subscription } from '../contract.ts'

const worker = '/sw.js'
const patienceMs = 20_000

/** How this browser stands. `home-screen`: it can, once the site was added there. */
export type Standing = 'unsupported' | 'home-screen' | 'denied' | 'off' | 'on'

/** Whether this browser is told what its person is told, or why it is not. Asks nobody for permission. */
export async function standingOf({ publicKey, browsers }: Push): Promise<Standing> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return isPhoneOfApple() ? 'home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await present()
  if (Notification.permission !== 'granted' || !subscription || !isFor(subscription, publicKey)) return 'off'
  return browsers.includes(await digestOf(subscription.endpoint)) ? 'on' : 'off'
}

/** Asks for permission: only ever after somebody pressed for it. */
export const askPermission = async () => (await Notification.requestPermission()) === 'granted'

/** Makes the browser ready to be told. Throws where it cannot reach its push service. */
export async function subscribe(publicKey: string): Promise<Subscription> {
  forgetting.end()
  await navigator.serviceWorker.register(worker, { scope: '/', updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // One made with other keys, as before these were changed, takes nothing of ours.
  if (before && !isFor(before, publicKey)) await before.unsubscribe()
  const subscription = await withinTime(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  const { keys } = subscription.toJSON()
  return { endpoint: subscription.endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/** A browser without a way to its push service may try for ever. */
function withinTime<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer')), patienceMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Ends it in the browser, takes away what still is on show, and gives the endpoint that it had. */
export async function unsubscribe(): Promise<string | null> {
  const registration = await navigator.serviceWorker?.getRegistration(worker)
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  forgetting.end()
  return subscription?.endpoint ?? null
}

async function present(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(worker)
  return (await registration?.pushManager.getSubscription()) ?? null
}

function isFor({ options }: PushSubscription, publicKey: string | null): boolean {
  return publicKey !== null && options.applicationServerKey !== null && base64url(options.applicationServerKey) === publicKey
}

const digestOf = async (endpoint: string) => base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** There, only a site on the home screen may. */
const isPhoneOfApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
