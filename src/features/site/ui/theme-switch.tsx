import { useState } from 'react'
import { ThemeToggle } from '#design/theme-toggle.tsx'
import { keepSite, readSite } from '#platform/client/site.ts'
import { type Theme, themeCookie } from '#platform/page-context.ts'

/** Changes the page at once and every later one through a cookie, so the server draws them right from the start. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const choose = (next: Theme) => {
    setTheme(next)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers that we serve
    document.cookie = `${themeCookie}=${next}; path=/; max-age=31536000; samesite=lax`
    document.documentElement.dataset.theme = next
    keepSite({ ...readSite(), theme: next })
  }
  return <ThemeToggle value={theme} onChange={choose} />
}
