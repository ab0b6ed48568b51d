import { useState } from 'react'
import { AlertProvider } from './alerts.tsx'
import { GalleryControls } from './gallery-controls.tsx'
import { GalleryForms } from './gallery-forms.tsx'
import { GalleryStates } from './gallery-states.tsx'
import { Logo } from './logo.tsx'
import { SkipLink } from './navigation.tsx'
import { Poster } from './poster.tsx'
import { type Theme, ThemeToggle } from './theme-toggle.tsx'
import { ToastProvider } from './toasts.tsx'

const titles = [
  'Stop renting our own music back to us',
  'No coffee until the growers are paid',
  'Park the car payments',
  'Leave Northwind Streaming until it ends the price increases for loyal members and lets people share a home again, as sold',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
  'Hold',
  'قاطعوا الشركة حتى تدفع أجورا عادلة',
  '値上げをやめるまで買わない',
  'Phones made to last',
  'One week without deliveries',
  'Ask before you train on our work',
  'Heat pumps, not excuses',
] as const

/** Shows every part in every state to developers (at /design, in development only). Its texts are not translated. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>('system')
  const choose = (next: Theme) => {
    setTheme(next)
    if (next === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = next
  }
  return (
    <AlertProvider>
      <ToastProvider>
        <SkipLink />
        <header className="page-column flex flex-wrap items-center justify-between gap-4 border-b border-ink py-3">
          <Logo name="Holdout" />
          <ThemeToggle value={theme} onChange={choose} />
        </header>
        <main id="main" className="page-column flex flex-col gap-12 py-10">
          <h1 className="type-title max-w-prose text-4xl">Parts of a plain, loud, exact house</h1>
          <GalleryControls />
          <GalleryForms />
          <GalleryStates />
          <section aria-labelledby="posters">
            <h2 id="posters" className="type-title mb-4 text-2xl">
              Posters
            </h2>
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {titles.map((title, index) => (
                <Poster key={title} title={title} kicker="Northwind Streaming" footer="Entertainment" seed={`seed-${index}`} />
              ))}
            </div>
          </section>
        </main>
      </ToastProvider>
    </AlertProvider>
  )
}
