/** The route patterns of our pages; only these are counted. A test compares them with the route tree. */
export const pagePatterns: readonly string[] = [
  ...['/', '/about', '/accessibility', '/rules', '/transparency', '/auth', '/contact', '/legal', '/privacy', '/terms', '/search'],
  ...[
    '/campaigns',
    '/campaigns/create',
    '/campaigns/$slug',
    '/campaigns/$slug/admin',
    '/campaigns/$slug/edit',
    '/campaigns/$slug/history',
    '/campaigns/$slug/proof',
    '/campaigns/$slug/statement',
    '/campaigns/$slug/ask',
  ],
  ...['/explore', '/explore/causes', '/explore/industries', '/explore/targets'],
  ...['/targets', '/targets/$slug', '/targets/$slug/represent', '/represent/$token', '/industries', '/industries/$slug', '/causes', '/causes/$slug'],
  ...['/dashboard', '/dashboard/pledges', '/notifications', '/settings', '/profile/$id', '/u/$id', '/confirm/$token', '/unsubscribe/$token'],
  ...['/report', '/reports', '/statement/$id', '/operator/$page', '/moderation', '/moderation/$page'],
  ...['/communities', '/communities/create', '/communities/$slug', '/communities/$slug/edit'],
]

export type PageViews = ReturnType<typeof openPageViews>

/** Counts page views by route pattern and nothing else: no address, no person, no time. */
export function openPageViews() {
  const views = new Map<string, number>(pagePatterns.map((route) => [route, 0]))
  return {
    /** Returns false for an unknown pattern. */
    count(route: string): boolean {
      const before = views.get(route)
      if (before === undefined) return false
      views.set(route, before + 1)
      return true
    },
    counts: () => [...views].flatMap(([route, value]) => (value > 0 ? [{ labels: { route }, value }] : [])),
  }
}
