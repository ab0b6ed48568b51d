import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'

export type PageAbout = {
  /** Left out on the start page, which has the tagline instead. */
  title?: string
  description?: string
  /** Path with the kept query. */
  path: string
  type?: 'website' | 'article'
  /** Absolute or from the root; only where there is a real picture. */
  image?: { url: string; width: number; height: number } | null | undefined
  /** Not for search engines: what is one's own, or one of many views of the same. */
  hidden?: boolean
}

/** What a page says about itself to browsers, search engines and those who share it. */
export function pageHead({ title, description = m.site_description(), path, type = 'website', image, hidden = false }: PageAbout) {
  const full = title === undefined ? m.site_home_title({ name: brand.name, tagline: brand.tagline }) : m.site_title({ page: title, name: brand.name })
  const { origin } = readSite()
  const address = new URL(path, origin).href
  return {
    meta: [
      { title: full },
      { name: 'description', content: description },
      { property: 'og:title', content: title ?? full },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address },
      { property: 'og:type', content: type },
      { property: 'og:site_name', content: brand.name },
      { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
      ...(image
        ? [
            { property: 'og:image', content: new URL(image.url, origin).href },
            { property: 'og:image:width', content: String(image.width) },
            { property: 'og:image:height', content: String(image.height) },
          ]
        : []),
      ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
    ],
    links: [{ rel: 'canonical', href: address }],
  }
}

/** The head of a page whose loader says what it is about (`page`), so that its texts come with the page and not with every first visit. */
export const headOfLoaded = ({ loaderData }: Loaded) => (loaderData ? pageHead(loaderData.page) : {})

/** The same for a page whose loader may find nothing: then its title names the problem. */
export const headOfFound = (notFoundTitle: () => string) => (loaded: Loaded) =>
  loaded.loaderData ? headOfLoaded(loaded) : { meta: [{ title: m.site_title({ page: notFoundTitle(), name: brand.name }) }] }

type Loaded = { loaderData?: { page: PageAbout } | undefined }
