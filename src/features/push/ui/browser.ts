import { forgetting } from '#platform/client/other-tabs.ts'
import type { Push, Subscription } from '../contract.ts'

const worker = '/sw.js'
const patienceMs = 20_000

/** The push state of a browser. `home-screen`: push becomes available when the site is added to the home screen. */
export type SubscriptionState = 'unsupported' | 'home-screen' | 'denied' | 'off' | 'on'

/** Determines the push state of this browser, without requesting permission. */
export async function subscriptionState({ publicKey, browsers }: Push): Promise<SubscriptionState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return isPhoneOfApple() ? 'home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await present()
  if (Notification.permission !== 'granted' || !subscription || !isFor(subscription, publicKey)) return 'off'
  return browsers.includes(await digestOf(subscription.endpoint)) ? 'on' : 'off'
}

/** Requests permission. Call it only after the reader pressed a button for it. */
export const askPermission = async () => (await Notification.requestPermission()) === 'granted'

/** Subscribes the browser at its push service. Throws if the service cannot be reached. */
export async function subscribe(publicKey: string): Promise<Subscription> {
  forgetting.end()
  await navigator.serviceWorker.register(worker, { scope: '/', updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  // A subscription for an earlier key of this site does not accept messages that are signed with the current one.
  if (before && !isFor(before, publicKey)) await before.unsubscribe()
  const subscription = await withinTime(pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  const { keys } = subscription.toJSON()
  return { endpoint: subscription.endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/** Rejects after a timeout: a browser without access to its push service may try forever. */
function withinTime<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No answer')), patienceMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Unsubscribes this browser, closes the notifications that it shows, and returns its former endpoint (null if it had none). */
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

/** True for devices on which only a site on the home screen may use push. */
const isPhoneOfApple = () => /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
