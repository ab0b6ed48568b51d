/** What is one's own, what machines call, and views without end; all else may be read by everybody. */
const closed = ['/api/', '/rpc/', '/auth', '/dashboard', '/settings', '/notifications', '/search', '/campaigns/create', '/ads/', '/donate/']

/** What a site tells search engines. A demo's people and companies are invented: none of it belongs in a search. */
export function robotsText({ origin, isDemo }: { origin: string; isDemo: boolean }): string {
  if (isDemo) return 'User-agent: *\nDisallow: /\n'
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
