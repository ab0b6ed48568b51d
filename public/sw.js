// Shows push notifications, also while no page of the site is open. It caches no pages and handles no requests.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = notificationIn(event.data)
  if (!title) return
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url, tag }, icon: '/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  const { url, tag } = event.notification.data ?? {}
  event.notification.close()
  event.waitUntil(Promise.all([open(addressOf(url)), markRead(tag)]))
})

// The browser has a new address at its push service.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(replace(event)))

function notificationIn(data) {
  try {
    const { title, body, url, tag } = data.json()
    return { title, body, url, tag }
  } catch {
    return {}
  }
}

/** Returns an address of this site, whatever the notification contains. */
function addressOf(path) {
  const home = new URL('/', self.location.origin)
  try {
    const address = new URL(typeof path === 'string' ? path : '/', home)
    return address.origin === home.origin ? address.href : home.href
  } catch {
    return home.href
  }
}

/** Focuses a tab that already shows this address, or opens a new one. Other tabs may contain unsent text. */
async function open(href) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => url === href)
  return tab ? tab.focus() : self.clients.openWindow(href)
}

async function markRead(id) {
  if (id) await send('PATCH', `notifications/${encodeURIComponent(id)}`, { isRead: true })
}

async function replace({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return
  const fresh = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options))
  const { endpoint, keys } = fresh.toJSON()
  await send('PUT', 'me/push', { endpoint, keys, replaces: oldSubscription.endpoint })
}

/** Sends a request as the signed-in person. Ignores a failure: nobody is signed in, or the connection is lost. */
const send = (method, path, body) =>
  fetch(`/api/v1/${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).catch(() => {})
