export { robotsText } from './robots.ts'
export { openSitemap } from './sitemap.ts'
