/** Personal pages, interfaces for programs, and views without an end. Everything else may be crawled. */
const closed = ['/api/', '/rpc/', '/auth', '/dashboard', '/settings', '/notifications', '/search', '/campaigns/create', '/ads/', '/donate/']

/** Content of robots.txt. A demo is closed to crawlers, because its people and companies are invented. */
export function robotsText({ origin, isDemo }: { origin: string; isDemo: boolean }): string {
  if (isDemo) return 'User-agent: *\nDisallow: /\n'
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
