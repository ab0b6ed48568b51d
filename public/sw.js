// Shows what the site tells this browser of, also while no page of it is open. It keeps no pages and answers no requests.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, url, tag } = told(event.data)
  if (!title) return
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { url, tag }, icon: '/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  const { url, tag } = event.notification.data ?? {}
  event.notification.close()
  event.waitUntil(Promise.all([open(placeOf(url)), markRead(tag)]))
})

// The browser has another address at its push service from now on.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(replace(event)))

function told(data) {
  try {
    const { title, body, url, tag } = data.json()
    return { title, body, url, tag }
  } catch {
    return {}
  }
}

/** Only ever a place of this site. */
function placeOf(path) {
  const home = new URL('/', self.location.origin)
  try {
    const place = new URL(typeof path === 'string' ? path : '/', home)
    return place.origin === home.origin ? place.href : home.href
  } catch {
    return home.href
  }
}

/** A tab that shows it already comes to the front; others are left alone, with what may be written in them. */
async function open(href) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => url === href)
  return tab ? tab.focus() : self.clients.openWindow(href)
}

async function markRead(id) {
  if (id) await ask('PATCH', `notifications/${encodeURIComponent(id)}`, { isRead: true })
}

async function replace({ oldSubscription, newSubscription }) {
  if (!oldSubscription) return
  const fresh = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options))
  const { endpoint, keys } = fresh.toJSON()
  await ask('PUT', 'me/push', { endpoint, keys, replaces: oldSubscription.endpoint })
}

/** As whoever is signed in; where nobody is, or the line is cut, nothing comes of it. */
const ask = (method, path, body) =>
  fetch(`/api/v1/${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).catch(() => {})
