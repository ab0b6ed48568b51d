export { robotsText } from './robots.ts'
export { securityText, securityTextPath } from './security-text.ts'
export { openSitemap } from './sitemap.ts'
