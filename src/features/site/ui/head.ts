import { m } from '#messages'
import { brand } from '#platform/brand.ts'
import { readSite } from '#platform/client/site.ts'

export type PageAbout = {
  /** Omitted on the start page, whose title is the tagline. */
  title?: string
  description?: string
  /** Canonical path, with the query parameters that matter. */
  path: string
  type?: 'website' | 'article'
  /** Absolute URL or path. Omit it if there is no picture. */
  image?: { url: string; width: number; height: number } | null | undefined
  /** Excludes the page from search engines: personal pages, and alternative views of the same content. */
  hidden?: boolean
}

/** Title and metadata for browsers, search engines and link previews. */
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

/** The head of a page whose loader returns `page`. Its texts then come with the page's data instead of the first script. */
export const headOfLoaded = ({ loaderData }: Loaded) => (loaderData ? pageHead(loaderData.page) : {})

/** The same for a page whose loader may find nothing. The title then names the problem. */
export const headOfFound = (notFoundTitle: () => string) => (loaded: Loaded) =>
  loaded.loaderData
    ? headOfLoaded(loaded)
    : { meta: [{ title: m.site_title({ page: notFoundTitle(), name: brand.name }) }, { name: 'robots', content: 'noindex' }] }

type Loaded = { loaderData?: { page: PageAbout } | undefined }
